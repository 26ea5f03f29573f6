import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aColleague, anAccount, aSuperuser, aTeam, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { anEntry } from '../../../test/audit.ts';
import { ELOISE } from '../../../test/inbox.ts';
import { openPage } from '../../../test/render.tsx';
import { button, refusedReads } from '../../../test/screen.ts';
import type { Locale } from '../../platform/i18n.ts';

beforeEach(() => answer(contract.users.readTeam, { status: 200, body: aTeam(aSuperuser(), ELOISE) }));

type Entry = Parameters<typeof anEntry>[0];

const answerLog = (...entries: Entry[]) =>
  answer(contract.auditLogs.readAuditLogs, {
    status: 200,
    body: { data: entries.map((own, index) => anEntry({ id: index + 1, ...own })), count: entries.length },
  });

const openLog = (query = '', locale: Locale = 'en') =>
  openPage(`/audit-log${query}`, { as: aSuperuser(), locale });

const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u2009\u202f]/g, ' ');

async function sentences(): Promise<string[]> {
  const list = await screen.findByRole('list', { name: /^(Audit log|Journal d’audit)$/ });
  return within(list)
    .getAllByRole('listitem')
    .map((entry) => plain(entry.querySelector('p')?.textContent));
}

const GRACE = 'Grace Hopper (grace@example.com)';
const ADA = 'Ada Lovelace (ada@example.com)';
const NOW = anEntry().at;
const LATER = '2026-03-01T08:00:00.000Z';

/** Entries, and their descriptions in English and French. */
const DESCRIPTIONS: [Entry, en: string, fr: string][] = [
  [{}, `changed the account ${ADA}`, `a modifié le compte ${ADA}`],
  [
    { changes: { is_superuser: [false, true] } },
    `gave administrator rights to the account ${ADA}`,
    `a donné les droits d’administrateur au compte ${ADA}`,
  ],
  [
    { changes: { is_superuser: [true, false] } },
    `removed administrator rights from the account ${ADA}`,
    `a retiré les droits d’administrateur au compte ${ADA}`,
  ],
  [
    { changes: { password: null } },
    `changed the password of the account ${ADA}`,
    `a changé le mot de passe du compte ${ADA}`,
  ],
  [
    {
      entity_type: 'message',
      entity_label: '#7',
      entity_name: null,
      changes: { assignee_id: [null, idOf(2)] },
    },
    'assigned the conversation #7',
    'a attribué la conversation #7',
  ],
  [
    {
      entity_type: 'message',
      entity_label: '#7',
      entity_name: null,
      changes: { status: ['closed', 'open'] },
    },
    'reopened the conversation #7',
    'a rouvert la conversation #7',
  ],
  [
    {
      entity_type: 'news',
      entity_label: 'Fête',
      entity_name: null,
      changes: { status: ['draft', 'published'], visible_from: [null, LATER], live_revision_id: null },
    },
    'scheduled the article Fête',
    'a programmé l’article Fête',
  ],
  [
    {
      entity_type: 'news',
      entity_label: 'Fête',
      entity_name: null,
      changes: { status: ['draft', 'published'], visible_from: [null, NOW], live_revision_id: null },
    },
    'published the article Fête',
    'a publié l’article Fête',
  ],
  [
    {
      entity_type: 'daily_message',
      entity_label: '2026-11-02 · Le marché',
      entity_name: null,
      changes: { day: ['2026-11-01', '2026-11-02'] },
    },
    'moved the daily message 2 November 2026 · Le marché',
    'a déplacé le message du jour 2 novembre 2026 · Le marché',
  ],
  [
    {
      entity_type: 'broadcast',
      entity_label: 'Hello',
      entity_name: null,
      changes: { status: ['paused', 'sending'] },
    },
    'resumed the push notification Hello',
    'a repris l’envoi de la notification push Hello',
  ],
  [
    { entity_type: 'export', entity_label: 'Items', entity_name: null, action: 'created', changes: {} },
    'exported the list Items',
    'a exporté la liste Items',
  ],
  [
    { entity_type: 'item', entity_label: 'A notebook', entity_name: null, action: 'deleted', changes: {} },
    'deleted the item A notebook',
    'a supprimé l’élément A notebook',
  ],
  [
    { entity_label: null, entity_name: null },
    'changed the account erased since',
    'a modifié le compte effacé depuis',
  ],
];

it.each(['en', 'fr'] as const)('describes the action and its object in %s', async (locale) => {
  answerLog(...DESCRIPTIONS.map(([entry]) => entry));
  await openLog('', locale);
  expect(await sentences()).toEqual(
    DESCRIPTIONS.map(([, en, fr]) => `${GRACE} ${locale === 'en' ? en : fr}`),
  );
});

it.each([
  ['en', 'changed their own account', 'changed their password'],
  ['fr', 'a modifié son compte', 'a changé son mot de passe'],
] as const)(
  'names a user only once if they changed their own account, in %s',
  async (locale, changed, password) => {
    const own = { entity_id: aSuperuser().id, entity_label: aSuperuser().email, entity_name: 'Grace Hopper' };
    answerLog(own, { ...own, changes: { password: null } });
    await openLog('', locale);
    expect(await sentences()).toEqual([`${GRACE} ${changed}`, `${GRACE} ${password}`]);
  },
);

it.each([
  ['en', 'The system', 'The command line', 'An erased account'],
  ['fr', 'Le système', 'La ligne de commande', 'Un compte effacé'],
] as const)('names actors without an account in %s', async (locale, ...names) => {
  const noActor = { actor_id: null, actor_label: null, actor_name: null };
  answerLog(
    { ...noActor, actor_kind: 'system' },
    { ...noActor, actor_kind: 'cli' },
    { ...noActor, actor_kind: 'user' },
    { actor_name: null },
  );
  await openLog('', locale);
  const verb = locale === 'en' ? 'changed the account' : 'a modifié le compte';
  expect(await sentences()).toEqual([...names, 'grace@example.com'].map((name) => `${name} ${verb} ${ADA}`));
});

it('lists the other fields of a change, but not those that its description covers', async () => {
  answerLog(
    { changes: { is_active: [true, false], deactivated_until: [null, LATER], full_name: ['a', 'b'] } },
    { changes: { is_active: [false, true], deactivated_until: [LATER, null] } },
    { changes: { full_name: ['a', 'b'], locale: ['fr', 'en'] } },
  );
  await openLog();
  await sentences();
  const [deactivated, reactivated, changed] = within(
    screen.getByRole('list', { name: 'Audit log' }),
  ).getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(deactivated).getByText('Also changed: Full name')).toBeVisible();
  expect(within(reactivated).queryByText(/^Also changed/)).toBeNull();
  expect(within(changed).getByText('Full name, Language')).toBeVisible();
});

it('links to existing objects, but not to deleted ones', async () => {
  answerLog({}, { action: 'deleted', changes: {} });
  await openLog();
  await sentences();
  const links = screen.getAllByRole('link', { name: 'Ada Lovelace' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/members/${anAccount().id}`]);
});

it('expands the values and origin of an entry, and links to related entries', async () => {
  const request_id = 'req 1/2';
  answerLog(
    {
      changes: {
        full_name: ['Before', 'After'],
        is_superuser: [false, true],
        locale: ['fr', 'en'],
        note: null,
      },
      ip: '192.0.2.1',
      user_agent: 'A browser',
      request_id,
    },
    {},
  );
  const { user, router } = await openLog();
  await sentences();
  const [first] = screen.getAllByRole('button', { name: 'Details' }) as [HTMLElement];
  await user.click(first);
  expect(first).toHaveAttribute('aria-expanded', 'true');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Full name', 'Before', 'After'],
    ['Administrator', 'No', 'Yes'],
    ['Language', 'French', 'English'],
    ['Internal note', 'not shown'],
  ]);
  expect(screen.getByText(/^From 192\.0\.2\.1/)).toHaveTextContent('From 192.0.2.1 · A browser');
  expect(screen.getByRole('link', { name: 'Everything of this operation' })).toHaveAttribute(
    'href',
    '/audit-log?request_id=req%201%2F2',
  );
  const log = answerLog({});
  await user.click(screen.getByRole('link', { name: 'Everything by this person' }));
  await expect.poll(() => log.at(-1)?.query['actor_id']).toBe(aSuperuser().id);
  expect(router.state.location.search).toBe(`?actor_id=${aSuperuser().id}`);
});

it('reads and exports the entries that match the filters in the URL', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const log = answerLog({});
  const { user } = await openLog('?search=ada&from=2026-01-01&to=2026-01-31&entity_type=user');
  await user.selectOptions(await screen.findByLabelText('Action'), 'Final erasures');
  const filter = {
    search: 'ada',
    action: 'erased',
    entity_type: 'user',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: '-at',
  };
  await expect
    .poll(() => log.at(-1)?.query)
    .toEqual({ ...filter, skip: '0', limit: '25', count_up_to: '10000' });
  const exports = answer(contract.auditLogs.exportAuditLogs, { status: 200, body: 'a,b' });
  await user.click(await button('Export CSV'));
  await expect.poll(() => click.mock.contexts).toHaveLength(1);
  expect(exports.map(({ query }) => query)).toEqual([filter]);
  expect(click.mock.contexts[0]).toHaveProperty('download', 'audit-log.csv');
});

it('offers to clear the filters if no entry matches', async () => {
  const log = answerLog();
  const { user, router } = await openLog('?action=erased');
  await user.click(await button('Clear the filters'));
  expect(router.state.location.search).toBe('');
  await expect.poll(() => log.at(-1)?.query['action']).toBeUndefined();
  expect(await screen.findByText('Nothing has been changed yet')).toBeVisible();
});

it('filters by the administrator who made the changes', async () => {
  const log = answerLog({});
  const { user, router } = await openLog();
  await screen.findByRole('option', { name: 'Éloïse Martin' });
  await user.selectOptions(screen.getByLabelText('Done by'), 'Éloïse Martin');
  await expect.poll(() => log.at(-1)?.query['actor_id']).toBe(ELOISE.id);
  await user.selectOptions(screen.getByLabelText('Done by'), 'Everybody');
  await expect.poll(() => router.state.location.search).toBe('');
});

it('names the person whose entries a link shows even if there are none and they are a member', async () => {
  answerLog();
  answer(contract.users.readUsers, { status: 200, body: { data: [], count: 0 } });
  answer(contract.users.readUserById, { status: 200, body: anAccount({ id: idOf(9) }) });
  const { user, router } = await openLog(`?actor_id=${idOf(9)}`);
  const actor = await screen.findByLabelText('Done by');
  await waitFor(() => expect(actor).toHaveDisplayValue('Ada Lovelace'));
  await user.selectOptions(actor, 'Everybody');
  await expect.poll(() => router.state.location.search).toBe('');
});

it.each([
  ['en', 'Dates', 'Yesterday'],
  ['fr', 'Dates', 'Hier'],
] as const)('offers the entries of yesterday, in %s', async (locale, dates, yesterday) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  const log = answerLog({});
  const { user, router } = await openLog('', locale);
  await user.click(await button(dates));
  await user.click(await button(yesterday));
  await expect.poll(() => log.at(-1)?.query).toMatchObject({ from: '2026-02-28', to: '2026-02-28' });
  await waitFor(() => expect(screen.queryByRole('button', { name: yesterday })).toBeNull());
  const chosen = screen.getByText(yesterday).closest('button') as HTMLElement;
  expect(plain(chosen.ariaLabel)).toBe(locale === 'fr' ? 'Dates : Hier' : 'Dates: Yesterday');
  await user.click(chosen);
  await user.click(await button(yesterday));
  await expect.poll(() => router.state.location.search).toBe('');
});

it.each([
  ['en', '?from=2026-02-12&to=2026-02-14', '12 – 14 Feb'],
  ['fr', '?from=2026-02-12&to=2026-02-14', '12–14 févr.'],
  ['en', '?from=2025-12-30&to=2026-01-02', '30 Dec 2025 – 2 Jan 2026'],
  ['fr', '?from=2026-02-12', 'Depuis le 12 févr.'],
  ['en', '?to=2026-02-12', 'Until 12 Feb'],
] as const)('says on the button which dates are shown, in %s: %s', async (locale, query, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
  answerLog({});
  await openLog(query, locale);
  const chosen = await screen.findByRole('button', { name: /^Dates\s?:/ });
  expect(plain(chosen.textContent)).toBe(text);
});

it('says the exact time of an entry in its tooltip and its details', async () => {
  answerLog({ at: '2026-01-03T10:00:00.000Z' });
  const { user } = await openLog();
  const exact = /^3 January 2026 at \d{2}:00 \(/;
  expect(await screen.findByTitle(exact)).toBeVisible();
  await user.click(await button('Details'));
  expect(await screen.findByText(exact)).toBeVisible();
});

it('names people and things without links to those who may not open their pages, and reads no account', async () => {
  answerLog({});
  await openPage(`/audit-log?actor_id=${idOf(9)}`, { as: aColleague(['audit_log.read'], { id: idOf(5) }) });
  expect(await sentences()).toEqual([`${GRACE} changed the account ${ADA}`]);
  expect(screen.queryByRole('link', { name: 'Ada Lovelace' })).toBeNull();
  expect(screen.getByLabelText('Done by')).toHaveDisplayValue('…');
  expect(await screen.findByRole('option', { name: 'Éloïse Martin' })).toBeInTheDocument();
  expect(refusedReads()).toEqual([]);
});

it('links to the changed account for those who may open it', async () => {
  answerLog({});
  await openPage('/audit-log', { as: aColleague(['audit_log.read', 'members.read'], { id: idOf(5) }) });
  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
});
