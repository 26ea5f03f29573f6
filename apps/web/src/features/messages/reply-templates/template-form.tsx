import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import {
  MESSAGE_BODY_MAX,
  TEMPLATE_POSITION_MAX,
  TEMPLATE_TITLE_MAX,
} from '@agora/contract/features/messages/messages.rules';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { knownPlaceholders } from '../../../platform/placeholder-rules.ts';
import { atMostGraphemes, required, rules, when } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import type { FormDraft } from '../../../platform/use-draft.ts';
import { useNewForm, useVersionedForm } from '../../../platform/use-versioned-form.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useCreateReplyTemplate, useReplyTemplates, useUpdateReplyTemplate } from '../messages.queries.ts';
import { t } from './messages.reply-templates.texts.ts';

/** A template as a form has it. */
interface Values extends Record<string, unknown> {
  title: string;
  fr: string;
  en: string;
  position: string;
}

const bodyRules = (locale: 'fr' | 'en') =>
  rules(
    ...(locale === DEFAULT_LOCALE ? [required(() => t.required)] : []),
    atMostGraphemes(MESSAGE_BODY_MAX, () => t.long),
    knownPlaceholders,
  );

const valuesOf = ({ title, bodies, position }: ReplyTemplate): Values => ({
  title,
  ...bodies,
  position: String(position),
});
const bodyOf = ({ title, fr, en, position }: Values) => ({
  title,
  bodies: { fr, en },
  position: Number(position),
});

/** Parts that are resolved in a conflict, by their labels. */
const PARTS = { name: ['title'], bodyFr: ['fr'], bodyEn: ['en'], position: ['position'] } as const;

/** Options of both forms, of a new template and of one that is edited. */
const useTemplateForm = () =>
  ({
    drafts: `${useCurrentUser().id}:reply-templates`,
    valuesOf,
    parts: PARTS,
    rules: {
      title: rules(
        required(() => t.required),
        atMostGraphemes(TEMPLATE_TITLE_MAX, () => t.long),
      ),
      fr: bodyRules('fr'),
      en: bodyRules('en'),
      position: (value: string) =>
        when(!/^\d+$/.test(value) || Number(value) > TEMPLATE_POSITION_MAX, () =>
          t.positionWrong(TEMPLATE_POSITION_MAX),
        ),
    },
  }) as const;

interface TemplateFormProps {
  onSaved: () => Promise<void>;
  onClose: () => void;
}

interface NewTemplateFormProps extends TemplateFormProps {
  /** Position that it takes in the list. */
  position: number;
}

/** A new template. */
export function NewTemplateForm({ position, onSaved, onClose }: NewTemplateFormProps) {
  const { mutateAsync: create } = useCreateReplyTemplate();
  const editing = useNewForm({
    ...useTemplateForm(),
    about: 'list',
    initialValues: { title: '', fr: '', en: '', position: String(position) },
    create: async (values) => (await create({ body: bodyOf(values) })).body,
    onCreated: async () => {
      toastSuccess(t.saved);
      await onSaved();
      onClose();
    },
  });
  return <TemplateFields title={t.add} editing={editing} onClose={onClose} />;
}

interface EditTemplateFormProps extends TemplateFormProps {
  template: ReplyTemplate;
}

/** Edits a template, which others may edit at the same time. */
export function EditTemplateForm({ template, onSaved, onClose }: EditTemplateFormProps) {
  const { mutateAsync: update } = useUpdateReplyTemplate();
  const { refetch } = useReplyTemplates();
  const { id } = template;
  const editing = useVersionedForm({
    ...useTemplateForm(),
    saved: template,
    normal: ({ title, fr, en, position }: Values) => ({
      title: title.trim(),
      fr: fr.trim(),
      en: en.trim(),
      position: String(Number(position)),
    }),
    read: async () => (await refetch({ throwOnError: true })).data?.body.data.find((one) => one.id === id),
    save: async (values, version) =>
      (await update({ params: { id }, body: { ...bodyOf(values), version } })).body,
    onSaved: () => {
      toastSuccess(t.saved);
      void onSaved();
      onClose();
    },
  });
  return (
    <>
      <TemplateFields
        title={t.edit(template.title)}
        editing={editing}
        // Escape reaches both dialogs.
        onClose={editing.clash ? editing.postpone : onClose}
      />
      <VersionedFormDialogs
        editing={editing}
        title={t.conflict}
        labelOf={(part) => t[part]}
        textOf={(values, part) => values[PARTS[part][0]]}
      />
    </>
  );
}

interface TemplateFieldsProps {
  title: string;
  editing: { form: UseFormReturnType<Values>; isBusy: boolean; submit: () => void } & Pick<
    FormDraft,
    'isRestored' | 'discard'
  >;
  onClose: () => void;
}

/** The fields of a template, in both languages. */
function TemplateFields({ title, editing, onClose }: TemplateFieldsProps) {
  const { form, isBusy, submit } = editing;
  const field = (name: 'fr' | 'en' | 'title') => ({
    ...form.getInputProps(name),
    value: form.values[name],
    dir: 'auto',
    readOnly: isBusy,
  });
  return (
    <FormDialog title={title} size="lg" onClose={onClose} onSubmit={submit} isBusy={isBusy}>
      <DraftNotice draft={editing} />
      <CountedField label={t.name} max={TEMPLATE_TITLE_MAX} data-autofocus {...field('title')} />
      <p>{t.variables}</p>
      <CountedField label={t.bodyFr} max={MESSAGE_BODY_MAX} rows={5} lang="fr" {...field('fr')} />
      <CountedField label={t.bodyEn} max={MESSAGE_BODY_MAX} rows={5} lang="en" {...field('en')} />
      <TextInput
        label={t.position}
        type="number"
        min={0}
        max={TEMPLATE_POSITION_MAX}
        {...form.getInputProps('position')}
      />
    </FormDialog>
  );
}
