import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface MenuButtonProps<Value extends string> {
  label: string;
  /** Shown instead of the label, which remains the accessible name and the tooltip. */
  shown?: string | undefined;
  icon?: ReactNode;
  options: readonly { value: Value; label: string }[];
  /** Current value, if there is one. */
  value?: Value | undefined;
  onChoose: (value: Value) => void;
}

/** A button with a menu of a few choices, each of which takes effect at once. */
export const MenuButton = <Value extends string>({
  label,
  shown = label,
  icon,
  options,
  value,
  onChoose,
}: MenuButtonProps<Value>) => (
  <Menu>
    <Menu.Target>
      <Button
        size="compact-sm"
        variant="default"
        maw={{ sm: '14rem' }}
        title={label}
        aria-label={label}
        leftSection={icon}
        rightSection={<IconChevronDown size={15} aria-hidden />}
      >
        <Text span fz="inherit" fw="inherit" lh={1.5} truncate>
          {shown}
        </Text>
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {options.map((option) => (
        <Menu.Item
          key={option.value}
          dir="auto"
          aria-current={option.value === value || undefined}
          rightSection={option.value === value && <IconCheck size={16} aria-hidden />}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
