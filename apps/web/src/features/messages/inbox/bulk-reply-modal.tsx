import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import type { MessageListed } from '@agora/contract/features/messages/messages.schema';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { LOCALES } from '@agora/contract/shared/locales';
import { bodyFor } from '@agora/contract/shared/placeholders';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { Select } from '../../../components/select.tsx';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { knownPlaceholders } from '../../../platform/placeholder-rules.ts';
import { required, rules, when } from '../../../platform/rules.tsx';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useReplyTemplates, useReplyToMessages } from '../messages.queries.ts';
import { t as inbox } from '../messages.texts.ts';
import { appendTemplate } from '../thread/composer-parts.tsx';
import { t } from './messages.bulk-reply.texts.ts';

interface BulkReplyModalProps {
  conversations: readonly MessageListed[];
  onSend: (send: () => Promise<BulkReport>) => Promise<BulkReport>;
  onClose: () => void;
}

const bodyRules = (locale: 'fr' | 'en') =>
  rules(
    ...(locale === DEFAULT_LOCALE ? [required(() => t.required)] : []),
    (value: string) => when(countGraphemes(value.trim()) > MESSAGE_BODY_MAX, () => t.long),
    knownPlaceholders,
  );

/** Sends one reply to several members, each in their language. */
export function BulkReplyModal({ conversations: selected, onSend, onClose }: BulkReplyModalProps) {
  /** As they were when the dialog opened: the user has not read entries that arrived since. */
  const [conversations] = useState(selected);
  const me = useCurrentUser();
  const { data } = useReplyTemplates();
  const templates = data?.body.data ?? [];
  const form = useForm({
    initialValues: { fr: '', en: '' },
    validate: { fr: bodyRules('fr'), en: bodyRules('en') },
  });
  const { mutateAsync: replyToAll } = useReplyToMessages();
  const draft = useDraft(`${me.id}:messages/bulk-reply`, form);
  const { isBusy, submit } = useSubmit(form, async (bodies) => {
    const body = { conversations: conversations.map(({ id, version }) => ({ id, version })), bodies };
    const { skipped } = await onSend(async () => (await replyToAll({ body })).body);
    // The text may still be sent to skipped members, once their conversation has been read again.
    if (skipped.length === 0) {
      draft.forget();
      form.reset();
    }
    onClose();
  });
  const countReaders = (locale: 'fr' | 'en') =>
    conversations.filter((conversation) => conversation.locale === locale).length;
  return (
    <Dialog
      title={t.title(conversations.length)}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.send(conversations.length)}
        </Button>
      }
    >
      <p>{t.text}</p>
      <DraftNotice draft={draft} />
      {templates.length > 0 && (
        <Select
          label={t.template}
          value=""
          onChange={(id) => {
            const template = templates.find((one) => one.id === id);
            if (!template) return;
            for (const locale of LOCALES)
              form.setFieldValue(locale, (text) => appendTemplate(text, template.bodies[locale]));
          }}
          options={[
            { value: '', label: t.chooseTemplate },
            ...templates.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
      )}
      {LOCALES.filter((locale) => countReaders(locale) > 0 || locale === DEFAULT_LOCALE).map((locale) => (
        <div key={locale}>
          <CountedField
            label={
              countReaders(locale) > 0
                ? `${inbox[locale]} · ${t.readers(countReaders(locale))}`
                : inbox[locale]
            }
            lang={locale}
            dir="auto"
            max={MESSAGE_BODY_MAX}
            rows={4}
            readOnly={isBusy}
            {...(locale === DEFAULT_LOCALE && { 'data-autofocus': true })}
            {...form.getInputProps(locale)}
            value={form.values[locale]}
          />
          {locale !== DEFAULT_LOCALE && countReaders(locale) > 0 && form.values[locale].trim() === '' && (
            <Text size="xs" c="dimmed" role="status">
              {t.inDefault(countReaders(locale))}
            </Text>
          )}
        </div>
      ))}
      <ReplyPreview conversation={conversations[0]} bodies={form.values} />
    </Dialog>
  );
}

interface ReplyPreviewProps {
  conversation: MessageListed | undefined;
  bodies: Record<'fr' | 'en', string>;
}

/** Preview of the reply to the first member. */
function ReplyPreview({ conversation, bodies }: ReplyPreviewProps) {
  if (!conversation?.sender) return null;
  const { sender, locale } = conversation;
  const text = bodyFor(bodies, { locale, full_name: sender.full_name }, DEFAULT_LOCALE).trim();
  if (text === '') return null;
  return (
    <figure style={{ margin: 0 }}>
      <Text component="figcaption" size="xs" c="dimmed">
        {t.firstReads(nameOf(sender))}
      </Text>
      <Text component="blockquote" lang={locale} dir="auto" m={0} style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </figure>
  );
}
