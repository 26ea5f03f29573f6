import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../test/accounts.ts';
import { anAlert, someAlerts } from '../../../test/alerts.ts';
import { answer, contract, loseConnection } from '../../../test/api.ts';
import { openPage, renderPart, sendEvent } from '../../../test/render.tsx';
import { expectToast } from '../../../test/screen.ts';
import type { Locale } from '../../platform/i18n.ts';
import { queryClient } from '../../platform/query-client.ts';
import { AlertsBell } from './alerts-bell.tsx';

const READ = '2026-01-04T10:00:00.000Z';
const LATEST = anAlert({ id: idOf(201), created_at: '2026-01-05T10:00:00.000Z' });
const SEEN = anAlert({ id: idOf(202), read_at: READ });
const EARLIER = anAlert({ id: idOf(203), created_at: '2026-01-01T10:00:00.000Z' });

const answerAlerts = (...alerts: ReturnType<typeof anAlert>[]) =>
  answer(contract.alerts.readAlerts, () => ({ status: 200, body: someAlerts(...alerts) }));

const answerRead = () =>
  answer(contract.alerts.markAlertsRead, { status: 200, body: { message: 'Alerts marked as read' } });

const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const bell = (name: string) => screen.findByRole('button', { name: (label) => plain(label) === name });

async function openBell(name: string, locale: Locale = 'en') {
  const { user } = renderPart(<AlertsBell />, { locale });
  await user.click(await bell(name));
  return { user, list: await screen.findByRole('dialog') };
}

it('opens the subject of an alert, closes the list and marks only this alert as read', async () => {
  const alerts = [LATEST, EARLIER];
  answerAlerts(...alerts);
  const calls = answer(contract.alerts.markAlertsRead, () => {
    alerts[0] = { ...LATEST, read_at: READ };
    answerAlerts(...alerts);
    return { status: 200, body: { message: 'Alerts marked as read' } };
  });
  const { user, list } = await openBell('Alerts: 2 unread');
  const [latest] = within(list).getAllByRole('link', { name: /assigned you/ });
  expect(latest).toHaveAttribute('href', `/messages/${idOf(300)}?tab=all`);
  await user.click(latest as HTMLElement);
  expect(await bell('Alerts: 1 unread')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [LATEST.id] }]);
});

it('does not mark an alert as read a second time', async () => {
  answerAlerts(SEEN);
  const calls = answerRead();
  const { user, list } = await openBell('Alerts');
  expect(within(list).queryByRole('img', { name: 'Unread' })).toBeNull();
  expect(within(list).queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  await user.click(within(list).getByRole('link', { name: /assigned you/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);
});

it('marks all alerts up to the latest as read, including those that are not listed', async () => {
  answer(contract.alerts.readAlerts, {
    status: 200,
    body: { data: [LATEST, SEEN, EARLIER], count: 3, unread: 120 },
  });
  const { user, list } = await openBell('Alerts: 120 unread');
  expect(within(list).getAllByRole('img', { name: 'Unread' })).toHaveLength(2);
  const calls = answerRead();
  answer(contract.alerts.readAlerts, {
    status: 200,
    body: { data: [LATEST, SEEN, EARLIER].map((it) => ({ ...it, read_at: READ })), count: 3, unread: 0 },
  });
  await user.click(within(list).getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(within(list).queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [], until: LATEST.created_at }]);
  expect(within(list).getAllByRole('link', { name: /assigned you/ })).toHaveLength(3);
});

it('keeps the alerts unread if marking them as read fails', async () => {
  answerAlerts(LATEST);
  loseConnection(contract.alerts.markAlertsRead);
  const { user, list } = await openBell('Alerts: 1 unread');
  await user.click(within(list).getByRole('button', { name: 'Mark all as read' }));
  await expectToast('The service can’t be reached. Check your connection and try again.');
  expect(within(list).getByRole('img', { name: 'Unread' })).toBeVisible();
});

it('shows at most 99+ unread alerts on the bell, and the exact number in its label', async () => {
  for (const [unread, shown] of [
    [99, '99'],
    [100, '99+'],
  ] as const) {
    answer(contract.alerts.readAlerts, { status: 200, body: { data: [LATEST], count: 1, unread } });
    const { unmount } = renderPart(<AlertsBell />);
    expect(await screen.findByText(shown)).toBeVisible();
    expect(await bell(`Alerts: ${unread} unread`)).toBeVisible();
    unmount();
    queryClient.clear();
  }
});

const BROADCAST = {
  id: idOf(400),
  titles: { fr: 'Fête', en: 'Party' },
  status: 'paused' as const,
};
const broadcastAlert = (own: Partial<typeof BROADCAST> | object) =>
  anAlert({ kind: 'broadcast', actor: null, thread: null, broadcast: { ...BROADCAST, ...own } });
const thread = (subject: string) => ({ id: idOf(300), number: 7, subject, member: 'Zoé Lefèvre' });

it.each([
  {
    locale: 'en',
    name: 'Alerts: 8 unread',
    sentences: [
      'Marc Dupont assigned you “The market”',
      'Zoé Lefèvre answered in conversation #7',
      'Somebody mentioned you in “The market”',
      'Sending paused: “Party”',
      'Not sent on time: “Fête”',
      'Sending problem resolved: “Party”',
      'Sending paused: untitled push notification',
      'Sending paused: “English alone”',
    ],
  },
  {
    locale: 'fr',
    name: 'Alertes : 8 non lues',
    sentences: [
      'Marc Dupont vous a attribué « The market »',
      'Zoé Lefèvre a répondu dans la conversation n° 7',
      'Quelqu’un vous mentionne dans « The market »',
      'Envoi en pause : « Fête »',
      'Non envoyée à l’heure prévue : « Fête »',
      'Problème d’envoi réglé : « Fête »',
      'Envoi en pause : notification push sans titre',
      'Envoi en pause : « English alone »',
    ],
  },
] as const)('describes each alert in $locale', async ({ locale, name, sentences }) => {
  const alerts = [
    anAlert(),
    anAlert({ kind: 'answered', thread: thread('') }),
    anAlert({ kind: 'mentioned', actor: null }),
    broadcastAlert({}),
    broadcastAlert({ status: 'missed', titles: { fr: 'Fête', en: null } }),
    broadcastAlert({ status: 'sending' }),
    broadcastAlert({ titles: { fr: null, en: null } }),
    broadcastAlert({ titles: { fr: null, en: 'English alone' } }),
  ].map((alert, index) => ({ ...alert, id: idOf(210 + index) }));
  answerAlerts(...alerts);
  const { list } = await openBell(name, locale);
  const links = within(list).getAllByRole('link').slice(0, -1);
  expect(links.map(({ textContent }) => plain(textContent))).toEqual(
    sentences.map((sentence) => expect.stringContaining(sentence)),
  );
  expect(links[3]).toHaveAttribute('href', `/broadcast/${BROADCAST.id}`);
});

it('explains the empty list, and links to the alert preferences', async () => {
  answerAlerts();
  const { user, list } = await openBell('Alertes', 'fr');
  expect(within(list).getByText('Rien ne vous attend')).toBeVisible();
  expect(within(list).queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
  const choose = within(list).getByRole('link', { name: 'Choisir celles que vous recevez' });
  expect(choose).toHaveAttribute('href', '/settings#alerts');
  await user.click(choose);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('reports that the alerts cannot be loaded, and loads them again on request', async () => {
  loseConnection(contract.alerts.readAlerts);
  const { user, list } = await openBell('Alerts');
  const retry = await within(list).findByRole('button', { name: 'Try again' });
  answerAlerts(LATEST);
  await user.click(retry);
  expect(await within(list).findByText(/assigned you “The market”/)).toBeVisible();
});

it('counts a new alert on every page as soon as the live event arrives', async () => {
  answer(contract.items.readItems, { status: 200, body: { data: [], count: 0 } });
  await openPage('/items', { as: aSuperuser() });
  expect(await bell('Alerts')).toBeVisible();
  answerAlerts(LATEST);
  sendEvent('alerts');
  expect(await bell('Alerts: 1 unread')).toBeVisible();
});

it.each([
  ['approved', 'en', 'Ada approved “Fête”'],
  ['withdrawn', 'en', 'Ada withdrew the request for approval: “Fête”'],
  ['outdated', 'en', 'Ada made a change that ended the request: “Fête”'],
  ['withdrawn', 'fr', 'Ada a retiré la demande d’approbation : « Fête »'],
  ['outdated', 'fr', 'Ada a fait une modification qui met fin à la demande : « Fête »'],
] as const)('names who settled a request that is %s, in %s', async (status, locale, text) => {
  const approval = { subject_id: idOf(5), titles: { fr: 'Fête', en: null }, status };
  answerAlerts(anAlert({ kind: 'broadcast_approval', thread: null, approval, actor: 'Ada', read_at: READ }));
  const { list } = await openBell(locale === 'fr' ? 'Alertes' : 'Alerts', locale);
  const link = within(list).getByRole('link', { name: (name) => plain(name).startsWith(text) });
  expect(link).toHaveAttribute('href', `/broadcast/${idOf(5)}`);
});
