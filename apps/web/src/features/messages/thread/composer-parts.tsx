import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { when } from '../../../platform/rules.tsx';
import { t } from './messages.thread.texts.ts';

export const bodyRule = (value: string) =>
  when(value.trim() === '', () => t.empty) ??
  when(countGraphemes(value.trim()) > MESSAGE_BODY_MAX, () => t.tooLong);

/**
 * Ctrl+Enter sends, with Shift in the second way, if there is one; Escape leaves the field, so that single keys are
 * shortcuts again.
 */
export const composerKeys =
  (submit: () => void, submitShifted = submit) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      (event.shiftKey ? submitShifted : submit)();
    }
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  };

export const EMPTY = { body: '' };

/** Appends a template to a text. */
export const appendTemplate = (text: string, template: string): string =>
  [text, template].filter(Boolean).join('\n\n');

/** Keeps the conversation visible above a long text. */
export const FIELD_STYLES = { input: { maxHeight: '32dvh' } };

export const Shortcut = ({ children }: { children: string }) => (
  <Text span c="dimmed" fz="xs" ms="auto" visibleFrom="xl" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
);
