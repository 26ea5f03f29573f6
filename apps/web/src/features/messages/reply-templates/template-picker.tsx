import { NavLink, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useTemplatesFor } from '../messages.queries.ts';
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
                <NavLink
                  component="button"
                  type="button"
                  bd="1px solid var(--line)"
                  styles={{ body: { overflowWrap: 'anywhere' }, label: { whiteSpace: 'normal' } }}
                  label={<strong dir="auto">{title}</strong>}
                  description={
                    <Text dir="auto" inherit lineClamp={2} component="span">
                      {body}
                    </Text>
                  }
                  onClick={() => pick(body)}
                />
              </li>
            ))}
          </Stack>
          {found.length === 0 && <p role="status">{t.noMatch}</p>}
        </>
      )}
    </Dialog>
  );
}
