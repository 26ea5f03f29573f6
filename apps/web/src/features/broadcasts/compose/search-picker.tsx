import { Combobox, Paper, Text, TextInput, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { afterPress } from '../../../platform/after-press.ts';
import classes from './broadcasts.compose.module.css';
import { t } from './broadcasts.compose.texts.ts';

/** Milliseconds between the last change and the search. */
export const SEARCH_DELAY_MS = 250;

/** Minimum number of letters of a search. */
export const SEARCH_LENGTH_MIN = 2;
/** Maximum number of results. */
export const RESULTS_MAX = 6;

interface SearchResult {
  id: string;
  label: string;
  description?: string | undefined;
}

interface SearchPickerProps {
  label: string;
  hint?: string;
  error?: ReactNode;
  query: string;
  onType: (query: string) => void;
  /** Undefined without a search or while loading. */
  results: readonly SearchResult[] | undefined;
  onPick: (result: SearchResult) => void;
  onBlur?: (() => void) | undefined;
}

/** Search field with results to pick: arrow keys select, Enter picks, Escape clears. */
export function SearchPicker(props: SearchPickerProps) {
  const { label, hint, error, query, onType, results = [], onPick, onBlur } = props;
  const isOpen = results.length > 0;
  const combobox = useCombobox({ opened: isOpen });
  const { resetSelectedOption } = combobox;
  const ids = results.map(({ id }) => id).join();
  // New results start without a selection.
  useEffect(() => resetSelectedOption(), [ids, resetSelectedOption]);

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const picked = results.find((one) => one.id === id);
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
            value={query}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onBlur={() => afterPress(() => onBlur?.())}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
              if (event.key === 'Escape') onType('');
            }}
          />
        </Combobox.EventsTarget>
        <div role="status">
          {props.results?.length === 0 && (
            <Text c="dimmed" size="xs" mt={4}>
              {t.nothingFound}
            </Text>
          )}
        </div>
        <Paper p={4} mt={6} shadow="none" display={isOpen ? undefined : 'none'}>
          <Combobox.Options aria-label={label}>
            {results.map(({ id, label, description }) => (
              <Combobox.Option key={id} value={id} py={4} px="xs" className={classes.found}>
                <Text fw={600} dir="auto">
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
