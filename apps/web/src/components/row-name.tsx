import { Text, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';
import { Link, type To } from 'react-router';
import { Highlight } from './highlight.tsx';

interface RowNameProps {
  /** Empty if there is none. */
  name: string;
  /** Shown if the name is empty. */
  placeholder?: ReactNode;
  /** Text to highlight. */
  search: string | undefined;
  /** Page of the row; absent in the trash. */
  to?: To | undefined;
  /** Passed to that page. */
  state?: unknown;
}

/** The name of a row on at most two lines, with a tooltip if it is truncated. */
export function RowName({ name, placeholder, search, to, state }: RowNameProps) {
  const [cut, setCut] = useState<HTMLElement>();
  const measure = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
    setCut(currentTarget.scrollHeight > currentTarget.clientHeight + 1 ? currentTarget : undefined);
  const close = () => setCut(undefined);
  const text = {
    dir: 'auto',
    fw: 600,
    c: 'var(--ink)',
    lineClamp: 2,
    // Target size of 24 px (WCAG 2.2, 2.5.8).
    py: 2,
    style: { overflowWrap: 'anywhere' },
    onPointerEnter: measure,
    onFocus: measure,
    onPointerLeave: close,
    onBlur: close,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && close(),
    children: name ? <Highlight text={name} search={search} /> : <em>{placeholder}</em>,
  } as const;
  return (
    <>
      {to ? <Text {...text} component={Link} to={to} state={state} /> : <Text {...text} span />}
      {cut && (
        <Tooltip
          label={name}
          target={cut}
          opened
          multiline
          maw="24rem"
          style={{ overflowWrap: 'anywhere' }}
        />
      )}
    </>
  );
}
