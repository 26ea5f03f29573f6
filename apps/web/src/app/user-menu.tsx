import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconHelp, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Initials } from '../components/initials.tsx';
import { useAlertKinds } from '../features/alerts/alerts.queries.ts';
import { AlertsBell } from '../features/alerts/alerts-bell.tsx';
import { logOut } from './log-out.ts';
import { t } from './shell.texts.ts';

interface UserMenuProps {
  user: UserMe;
  onHelp: () => void;
}

/** Alerts, for those who may get any, and account menu of the signed-in user. */
export function UserMenu({ user, onHelp }: UserMenuProps) {
  const hasAlerts = useAlertKinds().length > 0;
  return (
    <>
      {hasAlerts && <AlertsBell />}
      <AccountMenu user={user} onHelp={onHelp} />
    </>
  );
}

function AccountMenu({ user, onHelp }: UserMenuProps) {
  // Older accounts may have a blank name instead of none.
  const name = user.full_name?.trim() || t.user;
  return (
    <Menu position="bottom-end" width="15rem">
      <Menu.Target>
        <Button variant="subtle" color="gray" px={6} radius="xl" aria-label={t.userMenu(name)}>
          <Initials name={nameOf(user)} size={30} />
          <Group gap={6} ms="xs" wrap="nowrap" visibleFrom="sm">
            <Text span inherit truncate maw="11rem" lh={1.5} c="var(--ink)">
              {name}
            </Text>
            <IconChevronDown size={15} aria-hidden />
          </Group>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>
          <Text component="div" fw={600} c="var(--ink)" dir="auto">
            {name}
          </Text>
          {user.email}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/settings"
          leftSection={<IconUserCircle size={18} stroke={1.6} aria-hidden />}
        >
          {t.myProfile}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={18} stroke={1.6} aria-hidden />} onClick={onHelp}>
          {t.help}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          onClick={() => void logOut()}
        >
          {t.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
