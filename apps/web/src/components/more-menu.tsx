import { ActionIcon, Menu, type MenuProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from './components.texts.ts';

interface MoreMenuProps extends Pick<MenuProps, 'position'> {
  label?: string;
  /** Height of the buttons beside it. */
  size?: 'input-xs' | 'input-sm';
  /** Width of the page from which the actions have buttons of their own. */
  hiddenFrom?: string;
  disabled?: boolean;
  /** Items of the menu. */
  children: ReactNode;
}

/** The rarer actions of a page or bar, behind an icon. */
export const MoreMenu = ({
  label = t.moreActions,
  size = 'input-sm',
  position = 'bottom-end',
  children,
  ...target
}: MoreMenuProps) => (
  <Menu position={position}>
    <Menu.Target>
      <ActionIcon {...target} variant="default" size={size} flex="none" aria-label={label} title={label}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
