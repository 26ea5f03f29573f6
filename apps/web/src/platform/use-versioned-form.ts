import { isSame, mergeFields } from '@agora/contract/shared/merge';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasCode } from './api-error.ts';
import { toastError } from './toast.ts';
import { useDraft } from './use-draft.ts';
import { useForm } from './use-form.ts';
import { mayHaveHappened } from './use-idempotent.ts';
import { useSaveKey } from './use-save-key.ts';
import { useSubmit } from './use-submit.tsx';

interface Versioned {
  id: string;
  version: number;
  updated_at: string;
  updated_by?: { full_name: string | null; email: string } | null;
}

/** Fields that are resolved together in a conflict, by the name of their part. */
export type Parts<Values, Part extends string> = Readonly<Record<Part, readonly (keyof Values & string)[]>>;

interface FormOptions<Saved extends Versioned, Values extends Record<string, unknown>, Part extends string> {
  /** Storage key of the drafts of this person and entity. */
  drafts: string;
  rules: NonNullable<UseFormInput<Values>['validate']>;
  /** A field that belongs to no part causes no conflict: it follows the saved value until it is edited. */
  parts: Parts<Values, Part>;
  valuesOf: (saved: Saved) => Values;
  /** @returns true if it handled the error */
  onError?: (form: UseFormReturnType<Values>, error: unknown) => boolean;
}

interface VersionedOptions<
  Saved extends Versioned,
  Values extends Record<string, unknown>,
  Part extends string,
> extends FormOptions<Saved, Values, Part> {
  /** The version last read. */
  saved: Saved;
  /** Normalises values as saving does, so that two versions compare. */
  normal: (values: Values) => Values;
  save: (values: Values, version: number, form: UseFormReturnType<Values>) => Promise<Saved>;
  onSaved: (form: UseFormReturnType<Values>) => void;
  /** Reads the object again; undefined if it can no longer be saved. */
  read: () => Promise<Saved | undefined>;
}

/** A conflicting version, the parts to resolve, and the parts that only the other person changed. */
interface Clash<Values, Part extends string> {
  saved: Versioned;
  values: Values;
  parts: Part[];
  theirs: Part[];
}

/** State and actions that the dialogs of an editor need. */
export interface VersionedForm<Values extends Record<string, unknown>, Part extends string> {
  form: UseFormReturnType<Values>;
  clash: Clash<Values, Part> | undefined;
  isDirty: boolean;
  /** Saves; resolves to whether it succeeded. */
  save: () => Promise<boolean>;
  forget: () => void;
  /** Saves with the other person's version of the chosen parts. */
  resolve: (chosen: readonly Part[]) => void;
  postpone: () => void;
}

/** True if a dialog has a field of a form. */
const isFormIn = <Values extends Record<string, unknown>>(
  dialog: Element,
  { getValues, getInputNode }: UseFormReturnType<Values>,
) => Object.keys(getValues()).some((field) => dialog.contains(getInputNode(field)));

/**
 * Form of an object that several people edit. It follows saved changes while nothing is typed; input is kept
 * as a draft until it is saved, with the version it started from. If somebody else saved in between, parts
 * that differ become a `clash` to resolve; other changes need no decision.
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
    if (form.isDirty()) fillFrom(await options.save(values, version, form), values);
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
    const followed = Object.keys(clash.values).filter(
      (name) => !Object.values<readonly string[]>(parts).flat().includes(name) && !form.isDirty(name),
    );
    const values: Values = Object.assign(
      {},
      form.getValues(),
      Object.fromEntries(followed.map((name) => [name, clash.values[name]])),
      ...chosen.map((part) => others[part]),
    );
    setBase(clash.saved);
    form.setInitialValues(clash.values);
    form.setValues(values);
    void save(values, clash.saved.version).catch(fail);
  }

  const submission = useSubmit(form, (values) => save(values, base.version), fail);
  const { isBusy, submit, onSubmit } = submission;
  useSaveKey({
    isBusy,
    onSave: () => isDirty && submit(),
    isIn: (dialog) => isFormIn(dialog, form),
  });
  return {
    form,
    base,
    clash,
    isBusy,
    isDirty,
    isOutdated,
    isRestored,
    submit,
    save: submission.save,
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
  /** Distinguishes its draft from others. */
  about: string;
  initialValues: Values;
  create: (values: Values) => Promise<Saved>;
  /** @param isWhole false if input was typed during the call, which is a draft of the object now */
  onCreated: (saved: Saved, isWhole: boolean) => Promise<void>;
}

/**
 * Form that creates an object, once: input whose answer was lost is sent again as it was. What was typed since then,
 * or during the call, becomes a draft of the created object.
 */
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
  /** Input that may have been saved: its call had no answer. */
  const unanswered = useRef<Values>(undefined);
  const form = useForm<Values>({ initialValues, validate: rules });
  const { isRestored, forget, discard } = useDraft(
    `${drafts}/${created?.id ?? `new/${about}`}`,
    form,
    created && { base: created, onRestore: setCreated },
  );

  const { isBusy, submit, onSubmit } = useSubmit(
    form,
    async (values) => {
      const sent = (unanswered.current ??= values);
      const saved = await create(sent).catch((error: unknown) => {
        if (!mayHaveHappened(error)) unanswered.current = undefined;
        throw error;
      });
      forget();
      // Synchronous, so that the unsaved-changes guard does not ask.
      flushSync(() => {
        setCreated(saved);
        fill(form, parts, valuesOf(saved), sent);
      });
      await onCreated(saved, !form.isDirty());
    },
    (error) => {
      if (!onError?.(form, error)) toastError(error);
    },
  );
  const isDirty = !created && form.isDirty();
  useSaveKey({
    isBusy,
    onSave: () => isDirty && submit(),
    isIn: (dialog) => isFormIn(dialog, form),
  });
  return { form, isBusy, isDirty, isRestored, submit, onSubmit, forget, discard };
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

/** Fills a form with the saved values. Input typed since `sent` keeps all edited fields as they are. */
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
  if (!isTyped) form.resetTouched();
}
