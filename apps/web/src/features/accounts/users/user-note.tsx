import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserNote as Note } from '@agora/contract/features/accounts/accounts.note.contract';
import { NOTE_MAX } from '@agora/contract/features/accounts/accounts.note.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { VersionedFormDialogs } from '../../../components/versioned-form.tsx';
import { formatRelative } from '../../../platform/dates.ts';
import { when } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useVersionedForm } from '../../../platform/use-versioned-form.ts';
import { useNote, useUpdateNote } from '../accounts.note.queries.ts';
import { useAllowed, useCurrentUser } from '../accounts.users.queries.ts';
import { t } from './user-note.texts.ts';

/** Internal note of the team about a person. */
export function UserNote({ userId }: { userId: string }) {
  const { data, error, refetch } = useNote(userId);
  return (
    <Panel title={t.title} text={data ? `${t.text} ${lastChangeText(data.body)}` : t.text}>
      {data ? (
        <NoteForm
          key={userId}
          note={data.body}
          onRead={async () => (await refetch({ throwOnError: true })).data?.body}
        />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={64} />
      )}
    </Panel>
  );
}

const lastChangeText = ({ updated_at, updated_by }: Note) =>
  updated_at ? t.changed(formatRelative(updated_at), nameOf(updated_by)) : '';

const rule = (value: string) => when(countGraphemes(value.trim()) > NOTE_MAX, () => t.tooLong);

/** The form requires `updated_at`, but shows it only for a note that has been saved before. */
const toSaved = (note: Note) => ({ ...note, updated_at: note.updated_at ?? '' });

interface NoteFormProps {
  note: Note;
  onRead: () => Promise<Note | undefined>;
}

function NoteForm({ note, onRead }: NoteFormProps) {
  const me = useCurrentUser();
  const { mutateAsync: update } = useUpdateNote(note.id);
  const editing = useVersionedForm({
    saved: toSaved(note),
    drafts: `${me.id}:notes`,
    parts: { body: ['body'] } as const,
    rules: { body: rule },
    valuesOf: ({ body }) => ({ body }),
    normal: ({ body }) => ({ body: body.trim() }),
    read: async () => {
      const read = await onRead();
      return read && toSaved(read);
    },
    save: async ({ body }, version) =>
      toSaved((await update({ params: { user_id: note.id }, body: { body, version } })).body),
    onSaved: () => toastSuccess(t.saved),
  });
  const { form, isBusy, isDirty } = editing;
  const mayWrite = useAllowed(contract.users.updateNote);
  return (
    <form onSubmit={editing.onSubmit} noValidate>
      <Stack gap="xs" maw="46rem">
        <DraftNotice draft={editing} />
        <Textarea
          aria-label={t.title}
          placeholder={t.placeholder}
          readOnly={!mayWrite}
          dir="auto"
          autosize
          minRows={1}
          maxRows={10}
          styles={{ input: { minHeight: 0 } }}
          {...form.getInputProps('body')}
        />
        {isDirty && (
          <Group>
            <Button type="submit" loading={isBusy}>
              {t.save}
            </Button>
          </Group>
        )}
      </Stack>
      <VersionedFormDialogs
        editing={editing}
        title={t.conflict}
        labelOf={() => t.title}
        textOf={({ body }) => body}
      />
    </form>
  );
}
