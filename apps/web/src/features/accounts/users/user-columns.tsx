import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { isTeam } from '@agora/contract/shared/permissions';
import { Box, Group, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { type CellProps, columnHelper, selectColumn, WIDE } from '../../../components/data-table.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Initials } from '../../../components/initials.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowName } from '../../../components/row-name.tsx';
import { useSearchText } from '../../../platform/list-state.ts';
import { useCurrentUser } from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';
import { roleNameOf } from '../roles/role-names.ts';
import { useRoles } from '../roles/roles.queries.ts';
import { statusOf, UserStatusChip } from './user-status.tsx';

const column = columnHelper<UserPublic>();

/** Columns of the team, which say what each person may do. */
export const adminColumns = () =>
  column.columns([
    selectColumn<UserPublic>(nameOf),
    column.accessor('full_name', { header: t.name, cell: Name }),
    column.display({
      id: 'role',
      header: t.role,
      meta: { className: WIDE },
      cell: ({ row }) => <RoleName user={row.original} />,
    }),
    ...commonColumns(),
  ]);

export const userColumns = () =>
  column.columns([
    selectColumn<UserPublic>(nameOf),
    column.accessor('full_name', { header: t.name, cell: Name }),
    ...commonColumns(),
  ]);

const commonColumns = () =>
  column.columns([
    column.display({
      id: 'status',
      header: t.status,
      meta: { className: WIDE },
      cell: ({ row }) => <UserStatusChip user={row.original} />,
    }),
    column.display({
      id: 'locale',
      header: t.language,
      meta: { visibleFrom: 'lg' },
      cell: ({ row }) => t[row.original.locale],
    }),
    column.accessor('created_at', {
      header: t.created,
      meta: { className: WIDE },
      sortDescFirst: true,
      cell: ({ row }) => <Moment at={row.original.created_at} format="date" />,
    }),
    column.accessor('last_seen_at', {
      header: t.lastSeen,
      meta: { className: WIDE },
      sortDescFirst: true,
      cell: ({ row }) => <LastSeen user={row.original} />,
    }),
  ]);

function RoleName({ user: { is_superuser, role_id } }: { user: UserPublic }) {
  const { data } = useRoles({ isOn: role_id !== null });
  const role = data?.body.data.find(({ id }) => id === role_id);
  return is_superuser ? t.administrator : roleNameOf(role ?? null);
}

const LastSeen = ({ user: { last_seen_at } }: { user: UserPublic }) =>
  last_seen_at ? <Moment at={last_seen_at} format="relative" /> : t.never;

/** On phones, its two lines say everything: the last visit, and a status if it is not active. */
function Name({ row: { original: user } }: CellProps<UserPublic>) {
  const { search: address } = useLocation();
  const search = useSearchText();
  const me = useCurrentUser();
  return (
    <Group gap="sm" wrap="nowrap" flex={1}>
      <Initials name={nameOf(user)} />
      <Box flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6} wrap="nowrap">
          <RowName
            name={user.full_name ?? ''}
            placeholder={t.noName}
            search={search}
            to={user.deleted_at ? undefined : `/${isTeam(user) ? 'admin' : 'members'}/${user.id}`}
            state={{ from: address }}
          />
          {user.id === me.id && <Chip tone="neutral">{t.you}</Chip>}
          {statusOf(user) !== 'active' && (
            <Box component="span" ms="auto" flex="none" hiddenFrom="sm">
              <UserStatusChip user={user} />
            </Box>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap" justify="space-between" c="dimmed" fz="xs">
          <Text inherit lineClamp={1} span style={{ wordBreak: 'break-all' }}>
            <Highlight text={user.email} search={search} />
          </Text>
          <Text inherit flex="none" hiddenFrom="sm" span>
            <LastSeen user={user} />
          </Text>
        </Group>
      </Box>
    </Group>
  );
}
