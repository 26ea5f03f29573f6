import type { MessageSnooze } from '@agora/contract/features/messages/messages.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../../test/api.ts';
import { answerInbox, ELOISE } from '../../../../test/inbox.ts';
import { aThread, someCounts } from '../../../../test/messages.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, dateField, expectProblem, expectToast, fill } from '../../../../test/screen.ts';
import { deleteAllDrafts } from '../../../platform/drafts.ts';
import { signOut } from '../../../platform/sign-out.ts';

/** A Wednesday, in Paris at 14:20. */
const NOW = new Date('2026-01-07T13:20:00Z');
const TOMORROW = '2026-01-08T08:00:00.000Z';
const ME = aSuperuser();
const THREAD = aThread();
const OTHER = aThread({ id: idOf(301), number: 8, subject: 'The other' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  deleteAllDrafts();
});
afterEach(() => {
  vi.useRealTimers();
});

const by = { id: ME.id, email: ME.email, full_name: ME.full_name };

/** Fakes an inbox whose conversations can be snoozed. */
function answerSnoozes(...threads: Parameters<typeof answerInbox>) {
  const inbox = answerInbox(...threads);
  const snoozes = answer(contract.messages.snoozeMessage, ({ params, body }) => {
    const { until, kind } = body as MessageSnooze;
    const snoozed = { is_snoozed: true, awaiting: false, snoozed_until: until, snooze_kind: kind };
    return { status: 200, body: inbox.change(params['id'] ?? '', { ...snoozed, snoozed_by: by }) };
  });
  const wakes = answer(contract.messages.wakeMessage, ({ params }) => ({
    status: 200,
    body: inbox.change(params['id'] ?? '', {
      is_snoozed: false,
      awaiting: true,
      snoozed_until: null,
      snooze_kind: null,
      snoozed_by: null,
    }),
  }));
  return { ...inbox, snoozes, wakes };
}

const menu = () => screen.findByRole('menu');
const item = async (name: RegExp | string) => within(await menu()).findByRole('menuitem', { name });

it('snoozes with the key h until a usual time, opens the next conversation, and offers the same time for it', async () => {
  const { snoozes, wakes } = answerSnoozes(THREAD, OTHER);
  const { user } = await openPage(`/messages/${THREAD.id}`, { as: ME });
  await screen.findByRole('heading', { level: 2, name: 'The market' });
  await user.keyboard('h');
  const names = async () =>
    within(await menu())
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' ').replace(' (Paris time)', ''));
  await item(/^Tomorrow/);
  expect(await names()).toEqual([
    'Later todayWed 7 Jan, 17:00',
    'TomorrowThu 8 Jan, 09:00',
    'MondayMon 12 Jan, 09:00',
    'In a weekWed 14 Jan, 09:00',
    'Another time…',
  ]);
  await user.click(await item(/^Tomorrow/));
  expect(await screen.findByText(/^Snoozed until/)).toBeVisible();
  expect(snoozes.map(({ params, body }) => [params['id'], body])).toEqual([
    [THREAD.id, { until: TOMORROW, kind: 'until_message' }],
  ]);
  await screen.findByRole('heading', { level: 2, name: 'The other' });
  // As in a tab that is opened later.
  sessionStorage.clear();
  await user.keyboard('h');
  await user.click(await item(/^Same time as last/));
  await expect.poll(() => snoozes.at(-1)?.params['id']).toBe(OTHER.id);
  expect(snoozes.at(-1)?.body).toEqual({ until: TOMORROW, kind: 'until_message' });
  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await expect.poll(() => wakes).toHaveLength(1);
  signOut();
  expect(Object.keys(localStorage).filter((key) => key.includes('snooze'))).toEqual([]);
});

it('snoozes even if the member writes, until any time within a year', async () => {
  const { snoozes } = answerSnoozes(THREAD);
  const { user } = await openPage(`/messages/${THREAD.id}?tab=all`, { as: ME });
  await user.click(await button('Snooze'));
  const firm = await within(await menu()).findByRole('menuitemcheckbox', {
    name: 'Even if the member writes',
  });
  expect(firm).not.toBeChecked();
  expect(firm.compareDocumentPosition(await item(/^Tomorrow/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(firm);
  expect(firm).toBeChecked();
  await user.click(await item('Another time…'));
  const dialog = await screen.findByRole('dialog', { name: 'Snooze until' });
  const firmly = within(dialog).getByRole('checkbox', { name: 'Even if the member writes' });
  expect(firmly).toBeChecked();
  await user.click(firmly);
  expect(firmly).not.toBeChecked();
  await user.click(firmly);
  const field = await dateField('Date and time');
  const submit = within(dialog).getByRole('button', { name: 'Snooze' });
  await user.click(submit);
  await expectProblem(field, /Choose a day and a time/);
  await fill(user, field, '2026-01-07 14:20');
  await user.click(submit);
  await expectProblem(field, /Choose a moment in the future/);
  await fill(user, field, '2027-01-09 14:20');
  await user.click(submit);
  await expectProblem(field, /Choose a moment within a year/);
  await fill(user, field, '2027-01-08 14:20');
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(snoozes.map(({ body }) => body)).toEqual([
    { until: '2027-01-08T13:20:00.000Z', kind: 'until_time' },
  ]);
});

it('shows who snoozed a conversation, until when, and wakes it', async () => {
  const { wakes } = answerSnoozes(
    aThread({
      is_snoozed: true,
      awaiting: false,
      snoozed_until: TOMORROW,
      snooze_kind: 'until_message',
      snoozed_by: { id: ELOISE.id, email: ELOISE.email, full_name: ELOISE.full_name },
    }),
  );
  const { user } = await openPage(`/messages/${THREAD.id}?tab=snoozed`, { as: ME });
  expect(
    await screen.findByText(/^Éloïse Martin snoozed this conversation until 8 January 2026/),
  ).toHaveTextContent('It returns earlier if the member writes.');
  expect(screen.queryByLabelText('Order')).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Snoozed' })).getByText(/^Until 8/)).toBeVisible();
  await user.click(await button('Wake now'));
  await expectToast('The conversation is no longer snoozed.');
  expect(wakes).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(/snoozed this conversation/)).toBeNull());
});

it('marks a conversation that has woken by itself', async () => {
  answerInbox(aThread({ snoozed_until: '2026-01-07T08:00:00.000Z', snooze_kind: 'until_time' }));
  await openPage(`/messages/${THREAD.id}`, { as: ME });
  expect(await screen.findByText(/^This conversation was snoozed until 7 January 2026/)).toBeVisible();
  expect(screen.getByText('Back')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Wake now' })).toBeNull();
});

it('snoozes the selected conversations with the key h, rather than the open one, and wakes them again', async () => {
  const { list, snoozes } = answerSnoozes(THREAD, OTHER);
  const bulk = answer(contract.messages.bulkMessages, {
    status: 200,
    body: { count: 2, done: 2, skipped: [] },
  });
  const { user } = await openPage(`/messages/${THREAD.id}`, { as: ME });
  await expect.poll(() => list).not.toHaveLength(0);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await screen.findByRole('heading', { level: 2, name: 'The market' });
  await user.keyboard('h');
  await user.click(await item(/^Tomorrow/));
  expect(await screen.findByText(/^2.conversations snoozed until 8.Jan/)).toBeVisible();
  const ids = [THREAD.id, OTHER.id];
  const snoozed = { action: 'snooze', ids, until: TOMORROW, kind: 'until_message' };
  expect(bulk.map(({ body }) => body)).toEqual([snoozed]);
  expect(snoozes).toEqual([]);
  await user.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await expect.poll(() => bulk.at(-1)?.body).toMatchObject({ action: 'wake', ids });
});

it('explains why a conversation could not be snoozed', async () => {
  answerSnoozes(THREAD);
  refuse(contract.messages.snoozeMessage, 'invalid_state');
  const { user } = await openPage(`/messages/${THREAD.id}`, { as: ME });
  await user.click(await button('Snooze'));
  await user.click(await item(/^Tomorrow/));
  await expectToast('Not available in its current state. Reload the page.');
  expect(screen.getByRole('heading', { level: 2, name: 'The market' })).toBeVisible();
});

it('reads list and counts again when the next snoozed conversation wakes', async () => {
  vi.useRealTimers();
  const { list } = answerInbox(THREAD);
  const wakes_at = new Date(Date.now() + 1_500).toISOString();
  answer(contract.messages.countMessages, () => ({
    status: 200,
    body:
      new Date() < new Date(wakes_at) ? someCounts({ snoozed: 1, wakes_at }) : someCounts({ awaiting: 1 }),
  }));
  await openPage('/messages', { as: ME });
  await expect.poll(() => list).toHaveLength(1);
  await expect.poll(() => document.title, { timeout: 5_000 }).toBe('(1) Inbox · Agora');
  await expect.poll(() => list).toHaveLength(2);
});
