import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { aBroadcast, answerBroadcast } from '../../../test/broadcasts.ts';
import { openPage, sendEvent } from '../../../test/render.tsx';

/** Mocks the list with rows that a test may change. */
function answerList(...rows: ReturnType<typeof aBroadcast>[]) {
  answerBroadcast();
  const calls = answer(contract.broadcasts.readBroadcasts, () => ({
    status: 200,
    body: { data: rows, count: rows.length },
  }));
  return { rows, calls };
}

const openList = (query = '', locale: 'en' | 'fr' = 'en') =>
  openPage(`/broadcast${query}`, { as: aSuperuser(), locale });
const rows = async () => within(await screen.findByRole('list', { name: 'Notifications' }));

it('requests the notifications with the filters of the address', async () => {
  const { calls } = answerList();
  await openList('?search=party&status=sent&category=news&from=2026-01-01&to=2026-01-31&page=2');
  expect(await screen.findByText('Nothing matches')).toBeVisible();
  expect(calls[0]?.query).toEqual({
    search: 'party',
    status: 'sent',
    category: 'news',
    from: '2026-01-01',
    to: '2026-01-31',
    skip: '25',
    limit: '25',
  });
});

it('filters by status and category, and links back to the filtered list', async () => {
  const { calls } = answerList(aBroadcast());
  const { user, router } = await openList('?search=party');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'missed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'service');
  await waitFor(() =>
    expect(calls.at(-1)?.query).toMatchObject({ search: 'party', status: 'missed', category: 'service' }),
  );
  await user.click((await rows()).getByRole('link', { name: 'Summer party' }));
  await user.click(await screen.findByRole('link', { name: 'Back to the notifications' }));
  await waitFor(() =>
    expect(router.state.location.search).toBe('?search=party&status=missed&category=service'),
  );
});

it('shows the recipients and the outcome of each notification', async () => {
  answerList(
    aBroadcast({
      status: 'sent',
      audience: { everyone: true, exclude_member_ids: [idOf(1)] },
      started_at: '2026-01-06T10:00:00.000Z',
      finished_at: '2026-01-06T10:01:00.000Z',
      targeted: 10,
      sent: 7,
      failed: 1,
      invalid: 1,
      skipped: 1,
      reached: 4,
      opened: 3,
    }),
    aBroadcast({ id: idOf(201), name: '', audience: null, category: 'service' }),
  );
  await openList();
  await screen.findByRole('link', { name: 'Hello' });
  const [sent, draft] = (await rows()).getAllByRole('listitem');
  expect(sent).toHaveTextContent('Announcement · all members, except 1 member');
  expect(sent).toHaveTextContent('Sent on 6 January 2026 at 11:00');
  expect(sent).toHaveTextContent(/7 of 10.devices · 3 not reached · opened by 3.members \(75%\)/);
  // Without a name, a notification is listed by its title.
  expect(draft).toHaveTextContent(/^Hello.*Draft.*Everybody.*Service · recipients not chosen yet/);
});

it('shows the French texts to a reader of French', async () => {
  answerList(
    aBroadcast({
      name: '',
      status: 'missed',
      schedule_mode: 'local',
      scheduled_local: '2026-01-06T09:00',
      scheduled_at: '2026-01-06T08:00:00.000Z',
    }),
  );
  await openList('', 'fr');
  await screen.findByRole('link', { name: 'Bonjour' });
  const [row] = within(await screen.findByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
  expect(row).toHaveTextContent(
    /^Bonjour.*Non envoyée \(heure dépassée\).*À tous.*Annonce · tous les membres/,
  );
  expect(row).toHaveTextContent(/Prévue le mardi 6 janvier 2026 à 9 h 00, à l’heure de chaque destinataire/);
});

it('follows changes by others', async () => {
  const { rows: stored } = answerList();
  await openList();
  expect(await screen.findByText('No notification yet')).toBeVisible();
  stored.push(aBroadcast());
  sendEvent('changed', { entity: 'broadcast', id: idOf(200) });
  expect(await screen.findByRole('link', { name: 'Summer party' })).toBeVisible();
});
