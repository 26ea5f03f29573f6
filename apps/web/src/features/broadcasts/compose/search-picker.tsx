import { Combobox, Paper, Text, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { afterPress } from '../../../platform/after-press.ts';
import classes from './broadcasts.compose.module.css';
import { t } from './broadcasts.compose.texts.ts';

/** Milliseconds after the last change until something is asked. */
export const SEARCH_DELAY = 250;

/** Letters from which on something is searched. */
export const SEARCH_FROM = 2;
/** Results that are offered at most. */
export const FOUND_MAX = 6;

interface Found {
  id: string;
  label: string;
  description?: string | undefined;
}

interface SearchPickerProps {
  label: string;
  hint?: string;
  error?: ReactNode;
  typed: string;
  onType: (typed: string) => void;
  /** Undefined while nothing is searched, or not known yet. */
  found: readonly Found[] | undefined;
  onPick: (found: Found) => void;
  onBlur?: (() => void) | undefined;
}

/** Something to find by typing, and to take from what is found: arrow keys choose, Enter takes, Escape clears. */
export function SearchPicker(props: SearchPickerProps) {
  const { label, hint, error, typed, onType, found = [], onPick, onBlur } = props;
  const isOpen = found.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  const { resetSelectedOption } = combobox;
  const ids = found.map(({ id }) => id).join();
  // Of other options none is chosen yet.
  useEffect(() => resetSelectedOption(), [ids, resetSelectedOption]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const picked = found.find((one) => one.id === id);
        if (picked) onPick(picked);
      }}
    >
      <div>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            label={label}
            description={hint}
            error={error}
            type="search"
            value={typed}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onBlur={() => afterPress(() => onBlur?.())}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
              if (event.key === 'Escape') onType('');
            }}
          />
        </Combobox.EventsTarget>
        <div role="status">
          {props.found?.length === 0 && (
            <Text c="dimmed" size="xs" mt={4}>
              {t.nothingFound}
            </Text>
          )}
        </div>
        <Paper p={4} mt={6} shadow="none" display={isOpen ? undefined : 'none'}>
          <Combobox.Options aria-label={label}>
            {found.map(({ id, label, description }) => (
              <Combobox.Option key={id} value={id} py={4} px="xs" className={classes.found}>
                <Text fw={550} dir="auto">
                  {label}
                </Text>
                <Text c="dimmed" size="xs">
                  {description}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Paper>
      </div>
    </Combobox>
  );
}
