import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './column-picker.module.css';
import { t } from './column-picker.texts.ts';
import { type ColumnChoice, choiceOf, offeredColumns } from './columns.ts';

interface ColumnPickerProps {
  columns: Parameters<typeof offeredColumns>[0];
  choice: ColumnChoice;
}

/** A button whose popover shows, hides and moves the columns of a table. Phones have no columns. */
export const ColumnPicker = ({ columns, choice }: ColumnPickerProps) => (
  <Popover position="bottom-end" width="18rem" shadow="md" trapFocus returnFocus>
    <Popover.Target>
      <ActionIcon
        className={classes.button ?? ''}
        variant={choice.chosen === null ? 'default' : 'light'}
        size="input-sm"
        aria-label={t.columns}
        title={t.columns}
      >
        <IconColumns3 size={17} aria-hidden />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown p="md" aria-label={t.columns}>
      <Choices columns={columns} choice={choice} />
    </Popover.Dropdown>
  </Popover>
);

function Choices({ columns, choice: { chosen, choose } }: ColumnPickerProps) {
  // Hidden columns keep their place until the popover closes.
  const [offered, setOffered] = useState(() => offeredColumns(columns, chosen));
  const [moved, setMoved] = useState('');

  function change(next: typeof offered): void {
    setOffered(next);
    choose(choiceOf(next));
  }
  function move(index: number, by: -1 | 1): void {
    const [one, other] = [offered[index], offered[index + by]];
    if (!one || !other) return;
    change(offered.with(index, other).with(index + by, one));
    setMoved(t.moved(one.label, index + by + 1, offered.length));
  }

  return (
    <Stack gap="xs">
      <Stack gap={2} component="ul" className="rows">
        {offered.map(({ name, label, isShown }, index) => (
          <Group key={name} component="li" gap={2} wrap="nowrap">
            <Checkbox
              flex={1}
              label={label}
              checked={isShown}
              onChange={() => change(offered.with(index, { name, label, isShown: !isShown }))}
            />
            <MoveButton
              icon={IconArrowUp}
              label={t.moveUp(label)}
              isEnd={index === 0}
              onMove={() => move(index, -1)}
            />
            <MoveButton
              icon={IconArrowDown}
              label={t.moveDown(label)}
              isEnd={index === offered.length - 1}
              onMove={() => move(index, 1)}
            />
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed">
        {t.text}
      </Text>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <Button
        variant="default"
        size="compact-sm"
        disabled={chosen === null}
        onClick={() => {
          choose(null);
          setOffered(offeredColumns(columns, null));
        }}
      >
        {t.reset}
      </Button>
    </Stack>
  );
}

interface MoveButtonProps {
  icon: typeof IconArrowUp;
  label: string;
  /** True if the column cannot move further: the button stays, so that it keeps the focus. */
  isEnd: boolean;
  onMove: () => void;
}

const MoveButton = ({ icon: Symbol, label, isEnd, onMove }: MoveButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    aria-disabled={isEnd}
    opacity={isEnd ? 0.35 : 1}
    onClick={onMove}
  >
    <Symbol size={16} aria-hidden />
  </ActionIcon>
);
