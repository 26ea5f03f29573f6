import { NavLink, Paper, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { afterPress } from '../../../platform/after-press.ts';
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

/** Something to find by typing, and to take from what is found. */
export const SearchPicker = ({
  label,
  hint,
  error,
  typed,
  onType,
  found,
  onPick,
  onBlur,
}: SearchPickerProps) => (
  <div>
    <TextInput
      label={label}
      description={hint}
      error={error}
      type="search"
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onBlur={() => afterPress(() => onBlur?.())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
    <div role="status">
      {found?.length === 0 && (
        <Text c="dimmed" size="xs" mt={4}>
          {t.nothingFound}
        </Text>
      )}
    </div>
    {found && found.length > 0 && (
      <Paper p={4} mt={6} shadow="none" component="ul" aria-label={label}>
        {found.map((one) => (
          <li key={one.id}>
            <NavLink
              component="button"
              type="button"
              py={4}
              px="xs"
              styles={{ body: { overflowWrap: 'anywhere' }, label: { whiteSpace: 'normal' } }}
              label={<span dir="auto">{one.label}</span>}
              description={one.description}
              onClick={() => onPick(one)}
            />
          </li>
        ))}
      </Paper>
    )}
  </div>
);
