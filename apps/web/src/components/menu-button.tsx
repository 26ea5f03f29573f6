import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';

interface MenuButtonProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Current value, if there is one. */
  value?: Value | undefined;
  onChoose: (value: Value) => void;
}

/** A button with a menu of a few choices, each of which acts at once. */
export const MenuButton = <Value extends string>({
  label,
  options,
  value,
  onChoose,
}: MenuButtonProps<Value>) => (
  <Menu>
    <Menu.Target>
      <Button
        size="compact-sm"
        variant="default"
        maw="16rem"
        rightSection={<IconChevronDown size={15} aria-hidden />}
      >
        {label}
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
