import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { t } from '../editing/news.editing.texts.ts';

export interface Action {
  label: string;
  onClick: () => void;
}

/** The rarer actions of an article, on a phone. */
export function PublishMenu({ actions, isBusy }: { actions: readonly Action[]; isBusy: boolean }) {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon
          hiddenFrom="sm"
          variant="default"
          size="input-sm"
          disabled={isBusy}
          aria-label={t.moreActions}
          title={t.moreActions}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
