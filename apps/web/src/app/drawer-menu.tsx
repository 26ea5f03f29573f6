import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Drawer, Text } from '@mantine/core';
import { MenuList } from './menu-list.tsx';
import { t } from './shell.texts.ts';

/** The menu of narrow screens. */
export function DrawerMenu({ user, onClose }: { user: UserMe; onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      size={312}
      title={t.mainMenu}
      transitionProps={{ duration: 150 }}
      closeButtonProps={{ 'aria-label': t.closeMenu }}
      removeScrollProps={{ enabled: false }}
    >
      <MenuList user={user} onChoose={onClose} />
      <Text c="dimmed" mt="lg" size="xs" style={{ overflowWrap: 'anywhere' }}>
        {t.loggedInAs} <strong>{user.email}</strong>
      </Text>
    </Drawer>
  );
}
