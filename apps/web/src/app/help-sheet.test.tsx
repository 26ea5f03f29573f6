import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, anAccount, aSuperuser } from '../../test/accounts.ts';
import { renderPart } from '../../test/render.tsx';
import { HelpSheet } from './help-sheet.tsx';

const keysOf = async (effect: string) => {
  const term = await screen.findByText(effect);
  return within(term.parentElement as HTMLElement).getByRole('definition').textContent;
};

it.each([
  ['Internal note', 'n'],
  ['Send the reply and close the conversation', 'Ctrl⇧↵'],
  ['Bold', 'CtrlB'],
  ['Link', 'CtrlK'],
  ['Heading or subheading', 'CtrlAlt2 / 3'],
  ['Numbered list', 'Ctrl⇧7'],
  ['Bulleted list', 'Ctrl⇧8'],
  ['Quote', 'Ctrl⇧B'],
  ['Redo', 'Ctrl⇧Z'],
  ['Previous or next picture', '←→'],
  ['Go from day to day', '←↑↓→'],
  ['Monday or Sunday of the week', 'HomeEnd'],
  ['Previous or next month', 'Page upPage down'],
  ['Move the message', 'm'],
  ['Preview the day', 'p'],
])('lists the keys for "%s"', async (effect, keys) => {
  renderPart(<HelpSheet user={aSuperuser()} onClose={() => {}} />);
  expect(await keysOf(effect)).toBe(keys);
});

it('lists no keys of pages that members cannot open', async () => {
  renderPart(<HelpSheet user={anAccount()} onClose={() => {}} />);
  expect(await keysOf('Create')).toBe('c');
  for (const title of ['In received messages', 'In the text of an article', 'In the calendar'])
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
});

it('lists the keys of reading, and none of writing, for those who may only read', async () => {
  renderPart(<HelpSheet user={aColleague(['messages.read', 'daily_messages.read'])} onClose={() => {}} />);
  expect(await keysOf('Previous or next picture')).toBe('←→');
  expect(await keysOf('Preview the day')).toBe('p');
  for (const effect of ['Internal note', 'Move the message', 'Bold'])
    expect(screen.queryByText(effect)).toBeNull();
});
