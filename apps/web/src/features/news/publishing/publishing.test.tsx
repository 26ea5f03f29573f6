import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answer, contract, loseConnection, refuse } from '../../../../test/api.ts';
import { answerArticle, openArticle } from '../../../../test/article.ts';
import { aBroadcast } from '../../../../test/broadcasts.ts';
import { aContent, anArticle, aText } from '../../../../test/news.ts';
import {
  button,
  chooseOtherAction,
  dateField,
  expectProblem,
  expectToast,
  fill,
} from '../../../../test/screen.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-01T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

const FROM = '2026-03-29T06:30:00.000Z';
const PAST = '2026-01-03T10:00:00.000Z';
const DRAFT = anArticle();
const SCHEDULED = anArticle({ status: 'scheduled', visible_from: FROM });
const PUBLISHED = anArticle({ status: 'published', visible_from: PAST, first_published_at: PAST });

async function open(article: NewsPublic = DRAFT) {
  const service = answerArticle(article);
  const page = await openArticle(article);
  await screen.findAllByRole('checkbox', { hidden: true });
  return { ...page, ...service };
}

/** Mocks an action that changes the state of an article. */
const mockTransition = (
  service: Pick<ReturnType<typeof answerArticle>, 'change'>,
  way: 'publishNews' | 'scheduleNews' | 'unpublishNews' | 'archiveNews' | 'unarchiveNews' | 'pinNews',
  own: Partial<NewsPublic>,
) => answer(contract.news[way], () => ({ status: 200, body: service.change(own) }));

const bodies = (calls: { body: unknown }[]) => calls.map(({ body }) => body);
const dialog = () => within(screen.getByRole('dialog'));
/** Of the toast; the editor has buttons of this name, too. */
const undo = async () =>
  within(await screen.findByRole('region', { name: /^Confirmations/ })).queryByRole('button', {
    name: 'Undo',
  });
const isOffered = (name: string) => screen.queryByRole('button', { name }) !== null;

it.each([
  ['draft', DRAFT, ['Publish', 'Schedule…'], ['Update', 'Unpublish', 'Publish now']],
  ['scheduled', SCHEDULED, ['Publish now', 'Change the time…', 'Cancel the schedule'], ['Update', 'Publish']],
  [
    'scheduled with changes',
    { ...SCHEDULED, has_changes: true },
    ['Update', 'Publish now', 'Change the time…', 'Cancel the schedule'],
    ['Publish'],
  ],
  ['published', PUBLISHED, ['Set an end date…', 'Unpublish'], ['Update', 'Publish', 'Schedule…']],
  [
    'published with changes and an end',
    { ...PUBLISHED, has_changes: true, visible_to: FROM },
    ['Update', 'Change the end date…', 'Unpublish'],
    ['Publish'],
  ],
  ['archived', anArticle({ status: 'archived' }), ['Unarchive'], ['Publish', 'Update', 'Archive']],
] as const)('offers the actions for an article that is %s', async (_state, article, offers, others) => {
  await open(article);
  for (const name of offers) expect([name, await waitFor(() => isOffered(name))]).toEqual([name, true]);
  for (const name of others) expect([name, isOffered(name)]).toEqual([name, false]);
});

it('saves and publishes the current content, and undoes the publication', async () => {
  const service = await open();
  const { user } = service;
  await fill(
    user,
    within(screen.getByRole('region', { name: 'English' })).getByLabelText('Title'),
    'A party',
  );
  await user.click(await button('Publish'));
  await screen.findByRole('dialog', { name: 'Publish this article?' });
  expect(dialog().getByText('French: ready')).toBeVisible();
  expect(await dialog().findByText(/: 3\sdevices reachable today\.$/)).toBeVisible();
  expect(dialog().getByText('Online immediately')).toBeVisible();
  const publishes = mockTransition(service, 'publishNews', { status: 'published', visible_from: PAST });
  const unpublishes = mockTransition(service, 'unpublishNews', { status: 'draft', visible_from: null });
  await user.click(dialog().getByRole('button', { name: 'Publish' }));
  await expectToast('Members see the article.');
  expect(service.updates).toHaveLength(1);
  expect(bodies(publishes)).toEqual([{ version: 2 }]);
  await user.click((await undo()) as HTMLElement);
  await expectToast('Members no longer see the article; it is as it was before.');
  expect(unpublishes.map(({ params }) => params)).toEqual([{ id: DRAFT.id }]);
});

it('offers to notify members after publishing, and in the head of a published article', async () => {
  const service = await open();
  const { user, router } = service;
  expect(screen.queryByRole('link', { name: 'Notify members…' })).toBeNull();
  await user.click(await button('Publish'));
  mockTransition(service, 'publishNews', { status: 'published', visible_from: PAST });
  await screen.findByRole('dialog', { name: 'Publish this article?' });
  await user.click(dialog().getByRole('button', { name: 'Publish' }));
  await expectToast('Members see the article.');
  const path = `/broadcast/new?article=${DRAFT.id}`;
  expect(await screen.findByRole('link', { name: 'Notify members…' })).toHaveAttribute('href', path);
  await user.click(await button('Notify members…'));
  await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(path));
});

it('publishes an article and opens the notification about it', async () => {
  const service = await open();
  const { user, router } = service;
  await fill(
    user,
    within(screen.getByRole('region', { name: 'English' })).getByLabelText('Title'),
    'A party',
  );
  await user.click(await button('Publish'));
  const publishes = mockTransition(service, 'publishNews', { status: 'published', visible_from: PAST });
  await user.click(await dialog().findByRole('button', { name: 'Publish and notify members' }));
  await expectToast('Members see the article.');
  expect(bodies(publishes)).toEqual([{ version: 2 }]);
  expect(await undo()).not.toBeNull();
  const path = `/broadcast/new?article=${DRAFT.id}`;
  await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(path));
});

it('restores the times and the pin of a scheduled article when its publication is undone', async () => {
  const service = await open({
    ...SCHEDULED,
    visible_to: '2026-10-25T07:30:00.000Z',
    pinned_until: '2026-03-29T16:00:00.000Z',
  });
  const { user } = service;
  await user.click(await button('Publish now'));
  mockTransition(service, 'publishNews', { status: 'published', visible_from: PAST });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
  await expectToast('Members see the article.');
  mockTransition(service, 'unpublishNews', { status: 'draft' });
  const schedules = mockTransition(service, 'scheduleNews', SCHEDULED);
  const pins = mockTransition(service, 'pinNews', {});
  await user.click((await undo()) as HTMLElement);
  await expectToast('Members no longer see the article; it is as it was before.');
  // In the time zone of the organisation, Paris.
  expect(bodies(schedules)).toEqual([{ visible_from: '2026-03-29T08:30', visible_to: '2026-10-25T08:30' }]);
  expect(bodies(pins)).toEqual([{ until: '2026-03-29T18:00' }]);
});

it('offers no undo if another text was scheduled', async () => {
  const service = await open({ ...SCHEDULED, has_changes: true });
  mockTransition(service, 'publishNews', { status: 'published', visible_from: PAST });
  await service.user.click(await button('Publish now'));
  await service.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }),
  );
  await expectToast('Members see the article.');
  expect(await undo()).toBeNull();
});

it('focuses what is missing, and marks a language as ready in the dialog', async () => {
  const content = aContent({ fr: aText('', { state: 'draft' }), en: aText('A party', { state: 'draft' }) });
  const { user } = await open(anArticle({ content }));
  await user.click(await button('Publish'));
  const list = await screen.findByRole('dialog');
  const line = (text: string) => within(list).getByText(text).closest('li') as HTMLElement;
  expect(within(list).getByRole('button', { name: 'Publish' })).toBeDisabled();
  expect(line('French: no title')).toHaveTextContent('Required to publish');
  expect(line('English: not marked as ready')).toHaveTextContent('To check');
  await user.click(
    within(line('English: not marked as ready')).getByRole('button', { name: 'Mark as ready' }),
  );
  expect(await within(list).findByText('English: ready')).toBeVisible();
  await user.click(within(line('French: no title')).getByRole('button', { name: 'Complete it' }));
  const french = screen.getByRole('region', { name: 'French' });
  await waitFor(() => expect(within(french).getByRole('textbox', { name: 'Title' })).toHaveFocus());
});

it('shows that an article already has its notification', async () => {
  answerArticle(DRAFT);
  answer(contract.broadcasts.readBroadcasts, {
    status: 200,
    body: { data: [aBroadcast({ is_claimed: true })], count: 1 },
  });
  const { user } = await openArticle(DRAFT);
  await user.click(await button('Publish'));
  expect(
    await screen.findByText('This article already has its notification. Publishing sends no other.'),
  ).toBeVisible();
  expect(dialog().queryByRole('button', { name: 'Publish and notify members' })).toBeNull();
});

it('publishes changes without confirmation, and shows if members still see the previous version', async () => {
  const service = await open({ ...PUBLISHED, has_changes: true });
  expect(screen.getByText(/Members see the previous version until you update it\./)).toBeVisible();
  const publishes = mockTransition(service, 'publishNews', { has_changes: false });
  await service.user.click(await button('Update'));
  await expectToast('Members see the article.');
  expect(bodies(publishes)).toEqual([{ version: 1 }]);
  expect(await screen.findByText(/Members see the saved version\./)).toBeVisible();
});

it('marks fields that the service reports as missing, until they are filled in', async () => {
  const { user } = await open({ ...PUBLISHED, has_changes: true });
  refuse(contract.news.publishNews, 'not_publishable', {
    missing: [
      { locale: 'fr', field: 'title' },
      { locale: 'fr', field: 'state' },
    ],
  });
  await user.click(await button('Update'));
  const french = await screen.findByRole('region', { name: 'French' });
  const title = within(french).getByRole('textbox', { name: 'Title' });
  await expectProblem(title, /^Write a title to publish/);
  expect(within(french).getByText('The French version must be ready to publish')).toBeVisible();
  await user.click(title);
  await user.paste(' plus');
  await waitFor(() => expect(title).toBeValid());
  expect(within(french).getByText('The French version must be ready to publish')).toBeVisible();
});

async function openSchedule(article: NewsPublic = DRAFT, name = 'Schedule…') {
  const service = await open(article);
  await service.user.click(await button(name));
  await screen.findByRole('dialog');
  return { ...service, from: await dateField('Goes online'), to: await dateField('Goes offline') };
}
const confirmIt = (name = 'Schedule') => dialog().getByRole('button', { name });

it('requires a time in the future', async () => {
  const { user, from } = await openSchedule();
  const calls = answer(contract.news.scheduleNews, { status: 200, body: SCHEDULED });
  await fill(user, from, '2026-02-01T13:00');
  await user.click(confirmIt());
  await expectProblem(from, 'Choose a moment in the future');
  expect(calls).toEqual([]);
});

it('schedules the saved version in the time zone of the organisation, with or without an end', async () => {
  const { user, from, to, change } = await openSchedule();
  expect(confirmIt()).toBeDisabled();
  await fill(user, from, '2026-02-01T13:01');
  await fill(user, to, '2026-10-25T08:30');
  expect(await screen.findByText(/Sunday.* 25 October .* 08:30 \(Paris.time\)/)).toBeVisible();
  const calls = mockTransition({ change }, 'scheduleNews', SCHEDULED);
  await user.click(confirmIt());
  await expectToast('The article is scheduled.');
  expect(bodies(calls)).toEqual([
    { visible_from: '2026-02-01T13:01', visible_to: '2026-10-25T08:30', version: 1 },
  ]);
  expect(await screen.findByText(/Goes online on 29 March/)).toBeVisible();
});

it('keeps the entered time while the article is being corrected', async () => {
  const content = aContent({ fr: aText('', { state: 'ready' }), en: null });
  const { user, from } = await openSchedule(anArticle({ content }));
  await fill(user, from, '2026-03-29T08:30');
  expect(confirmIt()).toBeDisabled();
  await user.click(
    within(screen.getByText('French: no title').closest('li') as HTMLElement).getByRole('button', {
      name: 'Complete it',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await button('Schedule…'));
  expect(await dateField('Goes online')).toHaveValue('29 Mar 2026 08:30');
});

it('updates a scheduled article for the same time, and shows an error if the time zone is unknown', async () => {
  const service = await open({ ...SCHEDULED, has_changes: true });
  const { user } = service;
  const calls = mockTransition(service, 'scheduleNews', { has_changes: false });
  await user.click(await button('Update'));
  await expectToast('The article is scheduled.');
  expect(bodies(calls)).toEqual([{ visible_from: '2026-03-29T08:30', version: 1 }]);
});

it('changes the end of a published article without changing its text', async () => {
  const service = await open({ ...PUBLISHED, visible_to: '2026-10-25T07:30:00.000Z' });
  const { user } = service;
  await user.click(await button('Change the end date…'));
  const end = await dateField('Goes offline');
  expect(end).toHaveValue('25 Oct 2026 08:30');
  const calls = mockTransition(service, 'publishNews', { visible_to: null });
  await user.clear(end);
  await user.click(confirmIt('Apply'));
  await expectToast('The end date is changed.');
  expect(bodies(calls)).toEqual([{ visible_to: null, version: 1, keeps_text: true }]);
});

it.each([
  ['Unpublish', PUBLISHED, 'unpublishNews', 'Members no longer see the article.'],
  ['Cancel the schedule', SCHEDULED, 'unpublishNews', 'Members no longer see the article.'],
  ['Unarchive', anArticle({ status: 'archived' }), 'unarchiveNews', 'The article is a draft again.'],
] as const)('runs the action “%s” on the article', async (name, article, way, toast) => {
  const service = await open(article);
  const calls = mockTransition(service, way, { status: 'draft' });
  await service.user.click(await button(name));
  await expectToast(toast);
  expect(calls.map(({ params }) => params)).toEqual([{ id: article.id }]);
});

it('archives the article from the menu of its head', async () => {
  const service = await open(DRAFT);
  const calls = mockTransition(service, 'archiveNews', { status: 'archived' });
  await chooseOtherAction(service.user, 'Archive');
  await expectToast('The article is archived.');
  expect(calls.map(({ params }) => params)).toEqual([{ id: DRAFT.id }]);
});

it('pins an article for seven days or until another time, and unpins it', async () => {
  const service = await open();
  const { user } = service;
  await user.click(await button('Pin…'));
  await screen.findByRole('dialog', { name: 'Pin…' });
  expect(await dateField('Pinned until')).toHaveValue('8 Feb 2026 13:00');
  const pins = mockTransition(service, 'pinNews', { pinned_until: '2026-02-08T12:00:00.000Z' });
  await user.click(confirmIt('Pin'));
  expect(await screen.findByText(/^Pinned until 8 February/)).toBeVisible();
  await user.click(await button('Change…'));
  await screen.findByRole('dialog', { name: 'Change the pin' });
  refuse(contract.news.pinNews, 'too_many_pinned');
  await user.click(confirmIt('Save'));
  await expectToast('Three articles are pinned already: unpin one first.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const unpins = mockTransition(service, 'pinNews', { pinned_until: null });
  await user.click(await button('Unpin'));
  expect(await screen.findByText('Not pinned.')).toBeVisible();
  expect([...bodies(pins), ...bodies(unpins)]).toEqual([{ until: '2026-02-08T13:00' }, { until: null }]);
});

it('allows a retry if the time zone of the organisation could not be loaded', async () => {
  const service = answerArticle(SCHEDULED);
  loseConnection(contract.preferences.readPreferences);
  const { user } = await openArticle(SCHEDULED);
  await user.click(await button('Change the time…'));
  expect(await dialog().findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(service.updates).toEqual([]);
});
