import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '../../../test/accounts.ts';
import { answer, contract, loseConnection } from '../../../test/api.ts';
import { renderPart } from '../../../test/render.tsx';
import { OthersHerePanel } from './others-here-panel.tsx';

const person = (number: number, name: string, doing: 'reading' | 'editing' | 'replying') => ({
  id: idOf(number),
  name,
  doing,
});
const answerOthers = (...data: ReturnType<typeof person>[]) =>
  answer(contract.presence.updatePresence, { status: 200, body: { data } });

it.each([
  ['en', [person(3, 'Zoé', 'reading')], 'Zoé is also here'],
  ['en', [person(3, 'Zoé', 'reading'), person(4, 'Marc', 'editing')], 'Marc is editing, and 1 more here'],
  [
    'en',
    [person(3, 'Zoé', 'editing'), person(4, 'Marc', 'replying'), person(5, 'Ana', 'reading')],
    'Marc is writing a reply, and 2 more here',
  ],
  ['fr', [person(3, 'Zoé', 'reading')], 'Zoé est aussi sur cette page'],
  [
    'fr',
    [person(3, 'Zoé', 'reading'), person(4, 'Marc', 'editing')],
    'Marc modifie cette page ; une autre personne est là aussi',
  ],
] as const)(
  'says in %s what the busiest of the others does, and counts the rest: case %#',
  async (locale, others, text) => {
    answerOthers(...others);
    renderPart(<OthersHerePanel entity="news" id={idOf(700)} doing="reading" />, { locale });
    await waitFor(() =>
      expect(screen.getByRole('status').textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text),
    );
  },
);

it('tells which row is open and what is done with it, and at the end that the page is left', async () => {
  const calls = answerOthers();
  const { unmount } = renderPart(<OthersHerePanel entity="news" id={idOf(700)} doing="editing" />);
  const sent = () => calls.map(({ body }) => body as { tab: string; doing: string });
  await expect
    .poll(() => sent().find(({ doing }) => doing === 'editing'))
    .toMatchObject({ entity: 'news', id: idOf(700) });
  const editing = sent().find(({ doing }) => doing === 'editing');
  unmount();
  await expect.poll(sent).toContainEqual({ ...editing, doing: 'leaving' });
});

it('names nobody while the others cannot be read', async () => {
  loseConnection(contract.presence.updatePresence);
  renderPart(<OthersHerePanel entity="news" id={idOf(700)} doing="reading" />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
