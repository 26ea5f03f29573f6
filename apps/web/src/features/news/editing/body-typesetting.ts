import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { typesetChange, WORD_END } from '../../../platform/typeset-input.ts';

/**
 * Applies French typography to the text node before the cursor once a word or a quotation is complete, as a
 * separate edit that one undo reverts.
 * @param insert inserts the typed text with the caret where the browser has it, which the editor may not know
 * yet
 * @returns true if it has inserted the typed text
 */
function typesetTextInput(
  view: EditorView,
  from: number,
  _to: number,
  typed: string,
  insert: () => Transaction,
): boolean {
  const last = view.state.doc.resolve(from).nodeBefore?.text ?? '';
  if (!WORD_END.test(last + typed) || view.composing) return false;
  view.dispatch(insert());
  const end = from + typed.length;
  const before = view.state.doc.resolve(end).nodeBefore?.text ?? '';
  const change = typesetChange(before);
  if (change) {
    const start = end - before.length + change.start;
    view.dispatch(closeHistory(view.state.tr).insertText(change.text, start, end));
  }
  return true;
}

/**
 * Applies French typography while typing, after the input rules of the other extensions, which create blocks.
 */
export const FrenchTyping = Extension.create({
  name: 'frenchTyping',
  priority: 1,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleTextInput: typesetTextInput } })],
});

/** Applies French typography between the position of a paste and the cursor, likewise. */
export function typesetPasted(view: EditorView, from: number): void {
  const { doc, selection, tr } = view.state;
  const changes: { start: number; end: number; text: string }[] = [];
  doc.nodesBetween(from, selection.to, (node, position) => {
    const change = node.isText && typesetChange(node.text ?? '');
    if (change)
      changes.push({ start: position + change.start, end: position + node.nodeSize, text: change.text });
  });
  if (changes.length === 0) return;
  for (const { start, end, text } of changes.toReversed()) tr.insertText(text, start, end);
  view.dispatch(closeHistory(tr));
}
