import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Box, Group, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Initials } from '../../../components/initials.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowName } from '../../../components/row-name.tsx';
import { t } from '../accounts.users.texts.ts';
import { UserStatusChip } from './user-status.tsx';

/**
 * @param myId id of the user whose row is marked as their own
 * @param search text to highlight
 */
export function useUserColumns(
  kind: 'members' | 'admin',
  myId: string,
  search: string | undefined,
): Column<UserPublic>[] {
  const { search: address } = useLocation();
  return [
    {
      key: 'name',
      header: t.name,
      sortKey: 'full_name',
      cell: (user) => (
        <Group gap="sm" wrap="nowrap">
          <Initials name={user.full_name ?? user.email} />
          <Box style={{ overflowWrap: 'anywhere' }}>
            <RowName
              name={user.full_name ?? ''}
              placeholder={t.noName}
              search={search}
              to={user.deleted_at ? undefined : `/${kind}/${user.id}`}
              state={{ from: address }}
            />
            {user.id === myId && <Chip tone="neutral">{t.you}</Chip>}
            <Text size="xs" c="dimmed" display="block" span>
              <Highlight text={user.email} search={search} />
            </Text>
          </Box>
        </Group>
      ),
    },
    { key: 'status', header: t.status, cell: (user) => <UserStatusChip user={user} /> },
    { key: 'locale', header: t.language, isSecondary: true, cell: ({ locale }) => t[locale] },
    {
      key: 'created_at',
      header: t.created,
      sortKey: 'created_at',
      descendingFirst: true,
      cell: ({ created_at }) => <Moment at={created_at} format="date" />,
    },
    {
      key: 'last_seen_at',
      header: t.lastSeen,
      sortKey: 'last_seen_at',
      descendingFirst: true,
      cell: ({ last_seen_at }) => (last_seen_at ? <Moment at={last_seen_at} format="relative" /> : t.never),
    },
  ];
}
