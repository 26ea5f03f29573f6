import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { Button, Combobox, Group, Stack, useCombobox } from '@mantine/core';
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CountedField } from '../../../components/counted-field.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { readTeam, useCurrentUser, useTeam } from '../../accounts/accounts.users.queries.ts';
import { useAddMessageNote, useRefreshMessages } from '../messages.queries.ts';
import { bodyRule, composerKeys, EMPTY, FIELD_STYLES, Shortcut } from './composer-parts.tsx';
import { matching, mentionAt, mentionedIn } from './mentions.ts';
import { t } from './messages.thread.texts.ts';

/** Only those who may read the conversation are alerted. */
const READERS = { can: 'messages.read' } as const;

/** Maximum colleagues suggested after an @. */
const SUGGESTIONS_MAX = 6;

/** A note for the team, which alerts the colleagues whom it mentions with an @. */
export function NoteForm({ id }: { id: string }) {
  const me = useCurrentUser();
  const refresh = useRefreshMessages();
  const { mutateAsync: addNote } = useAddMessageNote();
  const colleaguesIn = (team: Awaited<ReturnType<typeof readTeam>>) =>
    team.filter(({ id }) => id !== me.id).map((person) => ({ id: person.id, name: nameOf(person) }));
  const colleagues = colleaguesIn(useTeam(READERS).data?.body.data ?? []);
  const form = useForm({ initialValues: EMPTY, validate: { body: bodyRule } });
  const draft = useDraft(`${me.id}:messages/${id}/note`, form);
  const { isBusy, submit, onSubmit } = useSubmit(form, async ({ body }) => {
    // Until the team has loaded, mentioned colleagues would not be alerted.
    const mentions = body.includes('@') ? mentionedIn(body, colleaguesIn(await readTeam(READERS))) : [];
    await addNote({ params: { id }, body: { body, mentions } });
    draft.forget();
    form.reset();
    toastSuccess(t.noteAdded);
    await refresh();
  });

  const field = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<ReturnType<typeof mentionAt>>();
  const suggestions = mention ? matching(colleagues, mention.word).slice(0, SUGGESTIONS_MAX) : [];
  const isOpen = suggestions.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  const updateMention = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    setMention(mentionAt(currentTarget.value, currentTarget.selectionStart));
  const selectFirst = useEffectEvent(() => combobox.selectFirstOption());
  const first = suggestions[0]?.id;
  useEffect(() => {
    if (first) selectFirst();
  }, [first]);

  function insert(name: string): void {
    if (!mention) return;
    const { body } = form.values;
    const start = `${body.slice(0, mention.at)}@${name} `;
    flushSync(() => {
      form.setFieldValue('body', start + body.slice(mention.at + 1 + mention.word.length));
      setMention(undefined);
    });
    field.current?.setSelectionRange(start.length, start.length);
  }

  const input = form.getInputProps('body');
  const onKeyDown = composerKeys(submit);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="0.625rem" px="md" pt="xs" pb="0.875rem">
        <DraftNotice draft={draft} />
        <Combobox
          store={combobox}
          position="top-start"
          withinPortal={false}
          width={280}
          onOptionSubmit={(chosen) => insert(suggestions.find((one) => one.id === chosen)?.name ?? '')}
        >
          <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen} targetType="input">
            <CountedField
              ref={field}
              label={t.noteLabel}
              placeholder={t.notePlaceholder}
              dir="auto"
              max={MESSAGE_BODY_MAX}
              rows={3}
              styles={FIELD_STYLES}
              {...input}
              value={form.values.body}
              readOnly={isBusy}
              onChange={(event) => {
                input.onChange(event);
                updateMention(event);
              }}
              onSelect={updateMention}
              onBlur={(event) => {
                input.onBlur(event);
                setMention(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && isOpen) setMention(undefined);
                else onKeyDown(event);
              }}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={!isOpen}>
            <Combobox.Options aria-label={t.mention}>
              {suggestions.map((colleague) => (
                <Combobox.Option key={colleague.id} value={colleague.id}>
                  {colleague.name}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
        <Group data-tools>
          <Button type="submit" color="var(--warning-ink)" c="var(--surface)" loading={isBusy}>
            {t.addNote}
          </Button>
          <Shortcut>{t.noteShortcut}</Shortcut>
        </Group>
      </Stack>
    </form>
  );
}
