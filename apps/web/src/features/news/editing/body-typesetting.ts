import { closeHistory } from '@tiptap/pm/history';
import type { EditorView } from '@tiptap/pm/view';
import { COMPLETE, changeOf } from '../../../platform/typeset-typing.ts';

/**
 * Typesets the French before the cursor, as far as it has one format, once a word or a quotation is complete. This is
 * an edit of its own: one undo takes it back.
 * @returns true if it has inserted what was typed
 */
export function typesetBody(view: EditorView, from: number, to: number, typed: string): boolean {
  const last = view.state.doc.resolve(from).nodeBefore?.text ?? '';
  if (!COMPLETE.test(last + typed) || view.composing) return false;
  view.dispatch(view.state.tr.insertText(typed, from, to).scrollIntoView());
  const { $from } = view.state.selection;
  const before = $from.nodeBefore?.text ?? '';
  const change = changeOf(before);
  if (change) {
    const start = $from.pos - before.length + change.start;
    view.dispatch(closeHistory(view.state.tr).insertText(change.text, start, $from.pos));
  }
  return true;
}

/** Typesets the French between a position, where something was pasted, and the cursor, likewise. */
export function typesetPasted(view: EditorView, from: number): void {
  const { doc, selection, tr } = view.state;
  const changes: { start: number; end: number; text: string }[] = [];
  doc.nodesBetween(from, selection.to, (node, position) => {
    const change = node.isText && changeOf(node.text ?? '');
    if (change)
      changes.push({ start: position + change.start, end: position + node.nodeSize, text: change.text });
  });
  if (changes.length === 0) return;
  for (const { start, end, text } of changes.toReversed()) tr.insertText(text, start, end);
  view.dispatch(closeHistory(tr));
}
