import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useTemplatesFor } from '../messages.queries.ts';
import classes from './messages.reply-templates.module.css';
import { t } from './messages.reply-templates.texts.ts';

interface TemplatePickerProps {
  threadId: string;
  onPick: (text: string) => void;
  onClose: () => void;
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The templates as this member would be sent them. */
export default function TemplatePicker({ threadId, onPick, onClose }: TemplatePickerProps) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useTemplatesFor(threadId);
  const templates = data?.body.data;
  const found = templates?.filter(({ title, body }) => plain(title + body).includes(plain(search.trim())));

  function pick(body: string): void {
    onPick(body);
    onClose();
  }

  return (
    <Dialog
      title={t.pick}
      size="lg"
      onClose={onClose}
      onSubmit={() => found?.[0] && search && pick(found[0].body)}
    >
      {error && !templates ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !found ? (
        <Skeleton height={160} />
      ) : templates?.length === 0 ? (
        <p>
          <strong>{t.empty}</strong> {t.emptyText}
        </p>
      ) : (
        <>
          <TextInput
            label={t.search}
            description={t.pickText}
            type="search"
            data-autofocus
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          <Stack gap="xs" component="ul">
            {found.map(({ id, title, body }) => (
              <li key={id}>
                <button type="button" className={classes.choice} onClick={() => pick(body)}>
                  <strong dir="auto">{title}</strong>
                  <span dir="auto">{body}</span>
                </button>
              </li>
            ))}
          </Stack>
          {found.length === 0 && <p role="status">{t.noMatch}</p>}
        </>
      )}
    </Dialog>
  );
}
