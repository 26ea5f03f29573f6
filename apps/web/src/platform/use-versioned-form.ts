import { isSame, mergeFields } from '@agora/contract/shared/merge';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from './draft.ts';
import { hasCode } from './errors.ts';
import { toastError } from './toast.ts';
import { useForm } from './use-form.ts';
import { useSubmit } from './use-submit.tsx';

interface Versioned {
  id: string;
  version: number;
  updated_at: string;
  updated_by?: { full_name: string | null; email: string } | null;
}

/** Values of a form that are decided together when two have changed them, by the name of the part that they make. */
export type Parts<Values, Part extends string> = Readonly<Record<Part, readonly (keyof Values & string)[]>>;

interface FormOptions<Saved extends Versioned, Values extends Record<string, unknown>, Part extends string> {
  /** Where drafts of this person and noun are kept. */
  drafts: string;
  rules: NonNullable<UseFormInput<Values>['validate']>;
  /** A value that belongs to none is not edited here: it follows what is saved. */
  parts: Parts<Values, Part>;
  valuesOf: (saved: Saved) => Values;
  /** @returns whether it dealt with the error */
  onError?: (form: UseFormReturnType<Values>, error: unknown) => boolean;
}

interface VersionedOptions<
  Saved extends Versioned,
  Values extends Record<string, unknown>,
  Part extends string,
> extends FormOptions<Saved, Values, Part> {
  /** As it was last read. */
  saved: Saved;
  /** Values as they come back once saved, so that two versions compare. */
  normal: (values: Values) => Values;
  save: (values: Values, version: number) => Promise<Saved>;
  onSaved: (form: UseFormReturnType<Values>) => void;
  /** Reads it again; nothing where it can't be saved any more. */
  read: () => Promise<Saved | undefined>;
}

/** A version of somebody else, and what to decide before saving: parts that differ, and those that only they changed. */
interface Clash<Values, Part extends string> {
  saved: Versioned;
  values: Values;
  parts: Part[];
  theirs: Part[];
}

/** The part of an editor that its dialogs need. */
export interface VersionedForm<Values extends Record<string, unknown>, Part extends string> {
  form: UseFormReturnType<Values>;
  clash: Clash<Values, Part> | undefined;
  isDirty: boolean;
  forget: () => void;
  /** Saves with the parts that are chosen as the others have them. */
  resolve: (chosen: readonly Part[]) => void;
  postpone: () => void;
}

/**
 * The form of an object that several people edit. It follows what others save while nothing is typed; typed values are
 * kept as a draft until they are saved with the version that they began with. If somebody else saved in between, parts
 * that differ are a `clash` to decide, and a change elsewhere needs no decision.
 */
export function useVersionedForm<
  Saved extends Versioned,
  Values extends Record<string, unknown>,
  Part extends string,
>(options: VersionedOptions<Saved, Values, Part>) {
  const { drafts, saved, rules, parts, valuesOf, normal } = options;
  /** The version that the form was filled from. */
  const [base, setBase] = useState(saved);
  const [clash, setClash] = useState<Clash<Values, Part> & { saved: Saved }>();
  const form = useForm<Values>({ initialValues: valuesOf(saved), validate: rules });
  const { isRestored, forget } = useDraft(`${drafts}/${saved.id}`, form, { base, onRestore: setBase });
  const isDirty = form.isDirty();
  const isOutdated = saved.version > base.version;
  if (isOutdated && !isDirty) fillFrom(saved);

  function fillFrom(fresh: Saved, sent?: Values): void {
    setBase(fresh);
    fill(form, parts, valuesOf(fresh), sent);
  }

  async function save(values: Values, version: number): Promise<void> {
    if (form.isDirty()) fillFrom(await options.save(values, version), values);
    if (!form.isDirty()) forget();
    options.onSaved(form);
  }

  async function settle(): Promise<void> {
    const theirs = await options.read();
    if (!theirs) return;
    const mine = form.getValues();
    const values = valuesOf(theirs);
    const compared = (some: Values) => byPart(normal(some), parts);
    const merge = mergeFields(compared(valuesOf(base)), compared(mine), compared(values));
    const differing = new Set([...merge.theirs, ...merge.conflicts]);
    const names = (Object.keys(parts) as Part[]).filter((part) => differing.has(part));
    if (names.length > 0) setClash({ saved: theirs, values, parts: names, theirs: merge.theirs });
    else await save(mine, theirs.version);
  }

  function fail(cause: unknown): void {
    if (options.onError?.(form, cause)) return;
    if (hasCode(cause, 'version_conflict') || hasCode(cause, 'invalid_state'))
      void settle().catch(toastError);
    else toastError(cause);
  }

  function resolve(chosen: readonly Part[]): void {
    if (!clash) return;
    setClash(undefined);
    const others = byPart(clash.values, parts);
    const values: Values = Object.assign({}, form.getValues(), ...chosen.map((part) => others[part]));
    setBase(clash.saved);
    form.setInitialValues(clash.values);
    form.setValues(values);
    void save(values, clash.saved.version).catch(fail);
  }

  const { isBusy, submit, onSubmit } = useSubmit(form, (values) => save(values, base.version), fail);
  return {
    form,
    base,
    clash,
    isBusy,
    isDirty,
    isOutdated,
    isRestored: isRestored && isDirty,
    submit,
    onSubmit,
    forget,
    discard: () => {
      forget();
      fillFrom(saved);
    },
    resolve,
    postpone: () => setClash(undefined),
  };
}

interface NewOptions<Saved extends Versioned, Values extends Record<string, unknown>, Part extends string>
  extends FormOptions<Saved, Values, Part> {
  /** Its draft is told from others by this. */
  about: string;
  initialValues: Values;
  create: (values: Values) => Promise<Saved>;
  onCreated: (saved: Saved) => Promise<void>;
}

/** The form that makes such an object. Input typed during the call becomes a draft of the object that it made. */
export function useNewForm<
  Saved extends Versioned,
  Values extends Record<string, unknown>,
  Part extends string,
>({
  drafts,
  about,
  initialValues,
  rules,
  parts,
  valuesOf,
  create,
  onCreated,
  onError,
}: NewOptions<Saved, Values, Part>) {
  const [created, setCreated] = useState<Saved>();
  const form = useForm<Values>({ initialValues, validate: rules });
  const { isRestored, forget, flush } = useDraft(
    `${drafts}/${created?.id ?? `new/${about}`}`,
    form,
    created && { base: created, onRestore: setCreated },
  );
  const keepTyped = useEffectEvent(flush);
  useEffect(() => created && (() => keepTyped()), [created]);

  const { isBusy, onSubmit } = useSubmit(
    form,
    async (values) => {
      const saved = await create(values);
      forget();
      // At once, so that nobody is asked about leaving.
      flushSync(() => {
        setCreated(saved);
        fill(form, parts, valuesOf(saved), values);
      });
      await onCreated(saved);
    },
    (error) => {
      if (!onError?.(form, error)) toastError(error);
    },
  );
  const discard = () => {
    forget();
    form.reset();
  };
  return { form, isBusy, isDirty: !created && form.isDirty(), isRestored, onSubmit, forget, discard };
}

type Slices<Part extends string> = Record<Part, Record<string, unknown>>;

const byPart = <Values extends Record<string, unknown>, Part extends string>(
  values: Values,
  parts: Parts<Values, Part>,
) =>
  Object.fromEntries(
    (Object.entries(parts) as [Part, string[]][]).map(([part, names]) => [
      part,
      Object.fromEntries(names.map((name) => [name, values[name]])),
    ]),
  ) as Slices<Part>;

/** Fills a form with what is saved. If anything was typed since `sent`, all that is edited in the form stays. */
function fill<Values extends Record<string, unknown>, Part extends string>(
  form: UseFormReturnType<Values>,
  parts: Parts<Values, Part>,
  saved: Values,
  sent = form.getValues(),
): void {
  const typed = Object.assign({}, ...Object.values(byPart(form.getValues(), parts))) as Partial<Values>;
  const isTyped = !isSame({ ...sent, ...typed }, sent);
  form.setInitialValues(saved);
  form.setValues(isTyped ? { ...saved, ...typed } : saved);
}
