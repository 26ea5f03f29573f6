import { typesetFrench } from '@agora/contract/shared/french';

/** Matches a text whose last character completes a word or a quotation, or follows an apostrophe. */
export const WORD_END = /[\s;:!?»"%€]$|'\p{L}$/u;

/**
 * Applies French typography to the text just typed or pasted before the cursor, as a separate edit that one
 * undo reverts. Text restored by undo is not changed again.
 */
export function typesetInput(field: HTMLInputElement | HTMLTextAreaElement, event: Event): void {
  if (!(event instanceof InputEvent) || event.isComposing) return;
  const end = field.selectionStart ?? 0;
  const typed = field.value.slice(0, end);
  const change = completesWord(event, typed) && typesetChange(typed);
  if (!change) return;
  field.setSelectionRange(change.start, end);
  // Deprecated, but the only edit that keeps the field's undo history.
  document.execCommand('insertText', false, change.text);
}

/** The end of the text that French typography changes, and its replacement. */
export function typesetChange(typed: string): { start: number; text: string } | undefined {
  const typeset = typesetFrench(typed);
  let start = 0;
  while (start < typed.length && typed[start] === typeset[start]) start += 1;
  return typeset === typed ? undefined : { start, text: typeset.slice(start) };
}

const completesWord = ({ inputType, data }: InputEvent, typed: string): boolean =>
  inputType === 'insertLineBreak' ||
  inputType === 'insertFromPaste' ||
  (data?.length === 1 && WORD_END.test(typed));
