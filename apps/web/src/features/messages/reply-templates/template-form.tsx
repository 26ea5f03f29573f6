import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Button, TextInput } from '@mantine/core';
import { CountedField } from '../../../components/counted-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { required, rules, when } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useCreateReplyTemplate, useUpdateReplyTemplate } from '../messages.queries.ts';
import { t } from './messages.reply-templates.texts.ts';

/** Limits of the contract. */
const TITLE_MAX = 80;
const POSITION_MAX = 1000;

const notLonger = (max: number) => (value: string) => when(countGraphemes(value.trim()) > max, () => t.long);
const bodyRules = (locale: 'fr' | 'en') =>
  rules(...(locale === DEFAULT_LOCALE ? [required(() => t.required)] : []), notLonger(MESSAGE_BODY_MAX));

interface TemplateFormProps {
  /** Undefined: a new one. */
  template: ReplyTemplate | undefined;
  /** Position that a new template takes in the list. */
  position: number;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** A template in both languages. */
export function TemplateForm({ template, position, onSaved, onClose }: TemplateFormProps) {
  const me = useCurrentUser();
  const form = useForm({
    initialValues: {
      title: template?.title ?? '',
      fr: template?.bodies.fr ?? '',
      en: template?.bodies.en ?? '',
      position: String(template?.position ?? position),
    },
    validate: {
      title: rules(
        required(() => t.required),
        notLonger(TITLE_MAX),
      ),
      fr: bodyRules('fr'),
      en: bodyRules('en'),
      position: (value) =>
        when(!/^\d{1,4}$/.test(value) || Number(value) > POSITION_MAX, () => t.positionWrong(POSITION_MAX)),
    },
  });
  const { mutateAsync: create } = useCreateReplyTemplate();
  const { mutateAsync: update } = useUpdateReplyTemplate();
  const draft = useDraft(`${me.id}:reply-templates/${template?.id ?? 'new'}`, form);
  const { isBusy, submit } = useSubmit(form, async ({ title, fr, en, position }) => {
    const body = { title, bodies: { fr, en }, position: Number(position) };
    await (template
      ? update({
          params: { id: template.id },
          body: { ...body, version: template.version },
        })
      : create({ body }));
    draft.forget();
    form.resetDirty();
    toastSuccess(t.saved);
    await onSaved();
    onClose();
  });
  const field = (name: 'fr' | 'en' | 'title') => ({
    ...form.getInputProps(name),
    value: form.values[name],
    dir: 'auto',
    readOnly: isBusy,
  });
  return (
    <Dialog
      title={template ? t.edit(template.title) : t.add}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.save}
        </Button>
      }
    >
      <DraftNotice draft={draft} />
      <CountedField label={t.name} max={TITLE_MAX} data-autofocus {...field('title')} />
      <p>{t.variables}</p>
      <CountedField label={t.bodyFr} max={MESSAGE_BODY_MAX} rows={5} lang="fr" {...field('fr')} />
      <CountedField label={t.bodyEn} max={MESSAGE_BODY_MAX} rows={5} lang="en" {...field('en')} />
      <TextInput
        label={t.position}
        type="number"
        min={0}
        max={POSITION_MAX}
        {...form.getInputProps('position')}
      />
    </Dialog>
  );
}
