import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { typesetChange, WORD_END } from '../../../platform/typeset-input.ts';

/**
 * Typesets the French before the cursor, as far as it has one format, once a word or a quotation is complete. This is
 * an edit of its own: one undo takes it back.
 * @param insert inserts what was typed, with the caret where the browser has it: the editor may not know yet
 * @returns true if it has inserted what was typed
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

/** Typesets French as it is typed, after the input rules of all others: they take what forms a block. */
export const FrenchTyping = Extension.create({
  name: 'frenchTyping',
  priority: 1,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleTextInput: typesetTextInput } })],
});

/** Typesets the French between a position, where something was pasted, and the cursor, likewise. */
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
