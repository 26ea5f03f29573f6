import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, loseConnection } from '../../../test/api.ts';
import { anEntry } from '../../../test/audit.ts';
import { anItem } from '../../../test/items.ts';
import { openPage, renderPart } from '../../../test/render.tsx';
import { button } from '../../../test/screen.ts';
import { HistoryPanel } from './history-panel.tsx';

const answerHistory = (count: number) =>
  answer(contract.auditLogs.readAuditLogs, {
    status: 200,
    body: { data: Array.from({ length: count }, (_, id) => anEntry({ id })), count },
  });

function Versions() {
  const [version, setVersion] = useState(1);
  return (
    <>
      <HistoryPanel entity="user" id={anAccount().id} version={version} />
      <button type="button" onClick={() => setVersion(version + 1)}>
        Saved
      </button>
    </>
  );
}

it('shows the last ten changes of an object, and links to all of them', async () => {
  const calls = answerHistory(1);
  renderPart(<Versions />);
  expect(await screen.findByRole('list', { name: 'History' })).toHaveTextContent('Grace Hopper');
  expect(calls[0]?.query).toEqual({ entity_type: 'user', entity_id: anAccount().id, limit: '10' });
  expect(screen.getByRole('link', { name: 'All entries' })).toHaveAttribute(
    'href',
    `/audit-log?entity_id=${anAccount().id}`,
  );
});

it('reloads the history each time the object is saved', async () => {
  answerHistory(0);
  const { user } = renderPart(<Versions />);
  expect(await screen.findByText('Nothing has changed since this was created.')).toBeVisible();
  for (const count of [1, 2]) {
    answerHistory(count);
    await user.click(await button('Saved'));
    await expect.poll(() => screen.queryAllByRole('listitem')).toHaveLength(count);
  }
});

it('reloads the history on request after a failure', async () => {
  loseConnection(contract.auditLogs.readAuditLogs);
  const { user } = renderPart(<Versions />);
  const retry = await button('Try again');
  answerHistory(1);
  await user.click(retry);
  expect(await screen.findByRole('list', { name: 'History' })).toBeVisible();
});

it.each([
  ['a superuser', aSuperuser(), 1],
  ['the owner', anAccount(), 0],
] as const)('links the row of an item to its history only for superusers: %s', async (_who, as, count) => {
  const item = anItem({ id: idOf(101) });
  answer(contract.items.readItems, { status: 200, body: { data: [item], count: 1 } });
  await openPage('/items', { as });
  await button('Delete A notebook');
  const links = screen.queryAllByRole('link', { name: 'History of A notebook' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: count }, () => `/audit-log?entity_id=${item.id}`),
  );
});

it('shows and reads no history for those who may not read the audit log', () => {
  const calls = answerHistory(1);
  renderPart(<Versions />, { as: aColleague(['members.read']) });
  expect(screen.queryByText('History')).toBeNull();
  expect(calls).toEqual([]);
});
