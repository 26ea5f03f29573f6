import { Editor } from '@tiptap/core';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { afterEach, expect, it } from 'vitest';
import { extensionsFor } from './body-schema.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(locale: 'fr' | 'en', content: string): Editor {
  editor = new Editor({ extensions: extensionsFor(locale), content, injectCSS: false });
  return editor;
}

/**
 * Does what ProseMirror does with a character that the browser has inserted at a position: the caret follows
 * it.
 */
function typeAt({ view }: Editor, from: number, text: string): void {
  const insert = (): Transaction => {
    const tr = view.state.tr.insertText(text, from, from);
    return tr.setSelection(TextSelection.create(tr.doc, from + text.length));
  };
  const isHandled = view.someProp('handleTextInput', (handle) => handle(view, from, from, text, insert));
  if (!isHandled) view.dispatch(insert());
}

const caretOf = ({ selection }: EditorState) => selection.from;
const type = (to: Editor, text: string) => {
  for (const character of text) typeAt(to, caretOf(to.state), character);
};

it.each([
  ['## ', '<h2></h2>'],
  ['### ', '<h3></h3>'],
  ['- ', '<ul><li><p></p></li></ul>'],
  ['1. ', '<ol start="1"><li><p></p></li></ol>'],
  ['> ', '<blockquote><p></p></blockquote>'],
])('creates a block by the Markdown “%s” in French as in English', (typed, html) => {
  for (const locale of ['fr', 'en'] as const) {
    const of = open(locale, '<p></p>');
    type(of, typed);
    expect(of.getHTML(), locale).toBe(html);
    of.destroy();
  }
});

it('makes text bold by Markdown in French, and applies French typography', () => {
  const of = open('fr', '<p></p>');
  type(of, "**l'été** : oui !");
  expect(of.getHTML()).toBe('<p><strong>l’été</strong>&nbsp;: oui\u202f!</p>');
});

it('applies French typography in one undo step, and leaves English unchanged', () => {
  const french = open('fr', '<p></p>');
  type(french, 'Venez !');
  expect(french.getText()).toBe('Venez\u202f!');
  french.commands.undo();
  expect(french.getText()).toBe('Venez !');
  french.destroy();
  const english = open('en', '<p></p>');
  type(english, "It's on : come !");
  expect(english.getText()).toBe("It's on : come !");
});

it.each([
  ['a space', ' ', '\u00a0'],
  ['a mark that is typeset', '!', '\u202f!'],
])('keeps the caret behind %s typed before the editor knows the position of the caret', (_, typed) => {
  const of = open('fr', '<p>Demain, au marché</p>');
  // The browser has moved the caret from the end to the first word, which the editor does not know yet.
  of.commands.setTextSelection(of.state.doc.content.size - 1);
  typeAt(of, 7, typed);
  const caret = caretOf(of.state);
  expect(caret).toBe(7 + (typed === '!' ? 2 : 1));
  type(of, 'x');
  expect(of.getText()).toBe(`Demain${typed === '!' ? '\u202f!' : ' '}x, au marché`);
});
