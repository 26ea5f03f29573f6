import { SEARCH_MAX } from '@agora/contract/shared/limits';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListState } from '../platform/list-state.ts';
import { t } from './components.texts.ts';

/** Milliseconds between the last keystroke and the search; a single letter starts none. */
const DELAY_MS = 250;

interface SearchBoxProps {
  label: string;
  filters: { search: string | undefined };
  onChange: ListState<{ search: string | undefined }>['setFilters'];
}

/** Searches a list while typing, and follows other changes of the address. */
export function SearchBox({ label, filters, onChange }: SearchBoxProps) {
  const value = filters.search ?? '';
  const [typed, setTyped] = useState(value);
  const lastSearch = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  const search = useEffectEvent(() => {
    lastSearch.current = typed.trim();
    onChange({ search: lastSearch.current || undefined }, { replace: true });
  });

  useEffect(() => {
    if (value !== lastSearch.current) setTyped(value);
    lastSearch.current = value;
  }, [value]);

  useEffect(() => {
    if (typed.trim() === lastSearch.current || typed.trim().length === 1) return undefined;
    const timer = setTimeout(() => search(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function clear(): void {
    setTyped('');
    input.current?.focus();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      wrapperProps={{ role: 'search' }}
      flex="1 1 10rem"
      maw="26rem"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton aria-label={t.clearSearch} onClick={clear} />}
      rightSectionPointerEvents="all"
      aria-label={label}
      placeholder={label}
      maxLength={SEARCH_MAX}
      data-shortcut="/"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
