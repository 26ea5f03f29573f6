import type { ApiKey } from '@agora/contract/features/accounts/accounts.api-keys.contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useDeletion } from '../../../components/use-deletion.tsx';
import { formatDate, formatRelative } from '../../../platform/dates.ts';
import { sentenceOf } from '../roles/role-names.ts';
import { ApiKeyModal } from './api-key-modal.tsx';
import { useApiKeys, useDeleteApiKey } from './api-keys.queries.ts';
import { t } from './api-keys.texts.ts';
import { NewKeyModal } from './new-key-modal.tsx';

/** Keys with which other programs use the API. */
export function Page() {
  const query = useApiKeys();
  const { mutateAsync: deleteKey } = useDeleteApiKey();
  const [dialog, remove] = useDeletion<ApiKey>({
    question: ({ name }) => ({ title: t.revokeTitle(name), text: t.revokeText }),
    run: ({ id }) => deleteKey({ params: { id } }),
    done: () => t.revoked,
  });
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<string>();
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        }
      />
      <Paper component="section" aria-label={t.title}>
        <Loaded query={query} height={160}>
          {({ body: { data: keys } }) =>
            keys.length === 0 ? (
              <StateMessage icon={IconKey} title={t.none} text={t.noneText} />
            ) : (
              <Stack gap={0} component="ul" className="rows">
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onDelete={() => remove(key)} />
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Paper>
      {dialog}
      {isAdding && (
        <ApiKeyModal
          onClose={() => setAdding(false)}
          onCreated={(key) => {
            setAdding(false);
            setCreated(key);
          }}
        />
      )}
      {created && <NewKeyModal value={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

const hasExpired = (expires_at: string) => new Date(expires_at) <= new Date();

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { name, start, owner, permissions, expires_at, last_used_at } = apiKey;
  const facts = [
    t.by(nameOf(owner)),
    t.expires(formatDate(expires_at)),
    last_used_at ? t.used(formatRelative(last_used_at)) : t.unused,
  ];
  return (
    <Group component="li" gap="sm" py="sm" wrap="nowrap" align="flex-start">
      <Stack gap={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text span fw={600} dir="auto">
            {name}
          </Text>
          <Text span c="dimmed" size="xs" ff="monospace">
            {`${start}…`}
          </Text>
          {hasExpired(expires_at) && <Chip tone="neutral">{t.expired}</Chip>}
        </Group>
        <Text size="sm">{sentenceOf(permissions)}</Text>
        <Text c="dimmed" size="xs">
          {facts.join(' · ')}
        </Text>
      </Stack>
      <RowButton icon={IconTrash} label={t.revokeOf(name)} onClick={onDelete} />
    </Group>
  );
}
