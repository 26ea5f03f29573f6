import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, hold, loseConnection, refuse } from '../../../test/api.ts';
import { aPending, aThread } from '../../../test/messages.ts';
import { aRating, aSummary } from '../../../test/ratings.ts';
import { openPage, renderPart } from '../../../test/render.tsx';
import { button, expectProblem, expectToast, fill, openFilters, refusedReads } from '../../../test/screen.ts';
import { queryClient } from '../../platform/query-client.ts';
import { RatingsPanel } from './ratings-panel.tsx';

const BAD = aRating();
const GOOD = aRating({ id: idOf(601), score: 5, comment: 'Great' });

const answerList = (...data: ReturnType<typeof aRating>[]) =>
  answer(contract.ratings.readRatings, () => ({ status: 200, body: { data, count: data.length } }));
const answerSummary = (own = {}) =>
  answer(contract.ratings.summarizeRatings, { status: 200, body: aSummary(own) });

const openRates = (query = '', locale: 'fr' | 'en' = 'en') =>
  openPage(`/rates${query}`, { as: aSuperuser(), locale });

const ratings = async () => {
  const list = within(await screen.findByRole('list', { name: /^(Ratings|Évaluations)$/ }));
  // Placeholders have no text.
  await waitFor(() => expect(list.getAllByRole('listitem')[0]).toHaveTextContent(/./));
  return list.getAllByRole('listitem');
};
const rating = async (text: string): Promise<HTMLElement> => {
  await screen.findByText(text);
  return (await ratings()).find((one) => one.textContent?.includes(text)) as HTMLElement;
};
const openCharts = async (user: UserEvent) => user.click(await button('Breakdown and trends'));
const bar = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'By score' })).getByRole('button', { name });
const search = (router: Awaited<ReturnType<typeof openRates>>['router']) => router.state.location.search;

it('filters the list, but not its summary, when a score bar is clicked', async () => {
  const [list, summary] = [answerList(BAD, GOOD), answerSummary()];
  const { user, router } = await openRates('?platform=ios');
  expect(await screen.findByText('3.5 out of 5')).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'By score' })).toBeNull();
  await openCharts(user);
  expect(screen.queryByRole('button', { name: 'All scores' })).toBeNull();
  await user.click(bar(/^5 out of 5: 2\sratings$/));
  await expect.poll(() => list.at(-1)?.query['score']).toBe('5');
  expect(bar(/^5 out of 5/)).toHaveAttribute('aria-pressed', 'true');
  await user.click(bar(/^2 out of 5: 1\srating$/));
  await expect.poll(() => list.at(-1)?.query).toMatchObject({ score: '2,5', platform: 'ios' });
  expect(search(router)).toBe('?platform=ios&score=2%2C5');
  await user.click(bar(/^5 out of 5/));
  await expect.poll(() => list.at(-1)?.query['score']).toBe('2');
  await user.click(await button('All scores'));
  await expect.poll(() => search(router)).toBe('?platform=ios');
  expect(summary.map(({ query }) => query)).toEqual([{ platform: 'ios' }]);
});

it('reads list, summary and export with the filters and order in the URL', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const [list, summary] = [answerList(BAD), answerSummary()];
  const filters = {
    has_comment: 'true',
    answered: 'false',
    target_type: 'news',
    locale: 'fr',
    search: 'slow',
  };
  const { user, router } = await openRates(`?${new URLSearchParams(filters)}`);
  await screen.findByText('3.5 out of 5');
  await openFilters(user);
  await user.selectOptions(await screen.findByLabelText('Score'), '1 or 2 stars');
  expect(screen.getAllByRole('button', { name: 'Filters (5)' })[0]).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Order'), 'Lowest scores first');
  const rows = { ...filters, score: '1,2', sort: 'score' };
  await expect.poll(() => list.at(-1)?.query).toEqual({ ...rows, skip: '0', limit: '25' });
  expect(summary.at(-1)?.query).toEqual(filters);
  const exports = answer(contract.ratings.exportRatings, { status: 200, body: 'a,b' });
  await user.click(await button('Export CSV'));
  await expect.poll(() => click.mock.contexts).toHaveLength(1);
  expect(exports[0]?.query).toEqual(rows);
  expect(click.mock.contexts[0]).toHaveProperty('download', 'ratings.csv');
  await user.keyboard('{Escape}');
  // Choosing another kind of subject clears the subject.
  await router.navigate(`/rates?target_type=news&target_id=${idOf(700)}`);
  await screen.findByRole('button', { name: /^About one subject/ });
  await openFilters(user);
  await user.selectOptions(await screen.findByLabelText('Subject'), 'The app');
  await expect.poll(() => search(router)).toBe('?target_type=app');
});

it('requests later pages if the number of ratings is a multiple of the page size', async () => {
  const list = answer(contract.ratings.readRatings, { status: 200, body: { data: [BAD], count: 50 } });
  answerSummary();
  const { user } = await openRates();
  expect(await screen.findByText('1–25 of 50')).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Page \d/ })).toHaveLength(2);
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  await expect.poll(() => list.at(-1)?.query).toMatchObject({ skip: '25', limit: '25' });
});

it('shows the average once there are five ratings, and that of the previous period', async () => {
  answerList(BAD);
  answerSummary({ count: 4 });
  const four = await openRates();
  expect(await screen.findByText('Not enough data')).toBeVisible();
  expect(screen.queryByText(/out of 5$/)).toBeNull();
  four.unmount();
  queryClient.clear();
  answerSummary({ count: 5, previous: { count: 5, average: 4.25 } });
  await openRates();
  expect(await screen.findByText('3.5 out of 5')).toBeInTheDocument();
  expect(screen.getByText(/^4\.\d from 5\sratings in the period before$/)).toBeVisible();
});

it('lists the ratings even if the summary cannot be loaded, and reloads it on request', async () => {
  answerList(BAD, GOOD);
  loseConnection(contract.ratings.summarizeRatings);
  const { user } = await openRates();
  const summary = await screen.findByRole('region', { name: 'Summary' });
  const retry = await within(summary).findByRole('button', { name: 'Try again' });
  expect(await ratings()).toHaveLength(2);
  answerSummary();
  await user.click(retry);
  expect(await within(summary).findByText('3.5 out of 5')).toBeInTheDocument();
});

it.each([
  {
    locale: 'en',
    texts: { changed: 'changed from 2 to 5', gone: 'Deleted account', facts: 'Android · 3.0 · French' },
  },
  {
    locale: 'fr',
    texts: { changed: 'de 2 à 5', gone: 'Compte supprimé', facts: 'Android · 3.0 · Français' },
  },
] as const)(
  'shows in $locale who rated what, and whether the score was changed',
  async ({ locale, texts }) => {
    const article = aRating({
      id: idOf(602),
      target_type: 'news',
      target_id: idOf(700),
      target_title: 'Fête',
      score: 5,
      previous_score: 2,
      comment: '',
      platform: 'android',
      app_version: '3.0',
      locale: 'fr',
    });
    const unchanged = aRating({ id: idOf(603), previous_score: 2, user: null, comment: 'From nobody' });
    answerList(article, unchanged);
    answerSummary();
    await openRates('', locale);
    const [first, second] = (await ratings()) as [HTMLElement, HTMLElement];
    expect(first).toHaveTextContent(texts.facts);
    expect(within(first).getByText((text) => text.includes(texts.changed))).toBeInTheDocument();
    expect(within(first).getByRole('link', { name: /Fête/ })).toHaveAttribute('href', `/news/${idOf(700)}`);
    expect(within(first).getByRole('link', { name: 'Zoé Lefèvre' })).toHaveAttribute(
      'href',
      `/members/${idOf(11)}`,
    );
    expect(second).toHaveTextContent(texts.gone);
    expect(second).not.toHaveTextContent(texts.changed.replace('5', '2'));
    expect(within(second).queryByRole('button')).toBeNull();
  },
);

const SERIES = [
  { month: '2025-11', count: 1, average: 2 },
  { month: '2026-01', count: 4, average: 3.75 },
];
const VERSIONS = ['2.10.0', '2.10.0-beta.1', '2.3.0', null].map((app_version, index) => ({
  app_version,
  count: index + 1,
  average: 4,
  first_month: '2026-01',
}));

it('has tables by month, including months without ratings, and by version, with links to the ratings', async () => {
  const list = answerList(BAD);
  const summary = answerSummary({ series: SERIES, by_version: VERSIONS });
  const { user, router } = await openRates('?score=2&locale=en');
  await openCharts(user);
  const rowsOf = async (name: string) => {
    const region = await screen.findByRole('region', { name });
    await user.click(within(region).getByRole('button', { name: 'Show as a table' }));
    return within(region).getAllByRole('row').slice(1);
  };
  const texts = (rows: HTMLElement[]) =>
    rows.map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(texts(await rowsOf('By month'))).toEqual([
    ['Nov 2025', '1', '2.0'],
    ['Dec 2025', '0', '–'],
    ['Jan 2026', '4', expect.stringMatching(/^3\.[78]$/)],
  ]);
  expect(screen.getByRole('link', { name: 'Nov 2025' })).toHaveAttribute(
    'href',
    '/rates?locale=en&from=2025-11-01&to=2025-11-30',
  );
  expect(texts(await rowsOf('By version'))).toEqual([
    ['unknown', '4', '4.0'],
    ['2.3.0', '3', '4.0'],
    ['2.10.0-beta.1', '2', '4.0'],
    ['2.10.0', '1', '4.0'],
  ]);
  await user.click(screen.getByRole('link', { name: '2.3.0' }));
  await expect.poll(() => list.at(-1)?.query).toMatchObject({ app_version: '2.3.0', locale: 'en' });
  expect(list.at(-1)?.query).not.toHaveProperty('score');
  expect(summary.at(-1)?.query).toEqual({ app_version: '2.3.0', locale: 'en' });
  await user.click(await screen.findByRole('button', { name: /^Version 2\.3\.0/ }));
  await expect.poll(() => search(router)).toBe('?locale=en');
});

async function openReply(as = aSuperuser()) {
  const rows = [BAD, GOOD];
  answerList(...rows);
  answerSummary();
  const page = await openPage('/rates?score=2', { as, locale: 'en' });
  await page.user.click(
    within(await rating('Too slow')).getByRole('button', { name: 'Reply to Zoé Lefèvre' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Reply to Zoé Lefèvre' });
  return { ...page, rows, dialog, field: within(dialog).getByLabelText('Your reply') };
}
const sendReply = () => screen.getByRole('button', { name: 'Send' });

it('replies to a rating from the list, and then links to the conversation', async () => {
  const { user, router, dialog, field } = await openReply();
  expect(dialog).toHaveTextContent('The app');
  expect(dialog).toHaveTextContent('Too slow');
  await user.click(sendReply());
  await expectProblem(field, /^Write a reply/);
  const calls = answer(contract.ratings.replyToRating, () => {
    answerList({ ...BAD, thread_id: idOf(300) }, GOOD);
    return { status: 200, body: aThread() };
  });
  await fill(user, field, ' What could be better? ');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expectToast('Your reply goes out in 10 seconds.');
  expect(calls.map(({ params, body }) => [params, body])).toEqual([
    [
      { id: BAD.id },
      { body: ' What could be better? ', last_entry_id: null, seen_replies: [], undo_seconds: 10 },
    ],
  ]);
  expect(await within(await rating('Too slow')).findByText('Replied')).toBeVisible();
  expect(
    within(await rating('Too slow')).getByRole('link', { name: 'Open the conversation' }),
  ).toHaveAttribute('href', `/messages/${idOf(300)}?tab=all`);
  expect(within(await rating('Great')).getByRole('button', { name: 'Reply to Zoé Lefèvre' })).toBeVisible();
  expect(search(router)).toBe('?score=2');
});

it('shows a colleague’s reply before sending a second one', async () => {
  const { user, dialog, field } = await openReply();
  const missed = {
    id: idOf(311),
    author: 'Marc Dupont',
    kind: 'reply',
    body: 'We know.',
    created_at: BAD.created_at,
  };
  const refused = refuse(contract.ratings.replyToRating, 'thread_advanced', { missed: [missed] });
  await fill(user, field, 'We are looking.');
  await user.click(sendReply());
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Marc Dupont · We know.');
  expect(field).toHaveValue('We are looking.');
  expect(refused[0]?.body).toMatchObject({ last_entry_id: null });
  const calls = answer(contract.ratings.replyToRating, { status: 200, body: aThread() });
  await waitFor(() => expect(sendReply()).toBeEnabled());
  await user.click(sendReply());
  await expectToast('Your reply goes out in 10 seconds.');
  expect(calls[0]?.body).toMatchObject({ last_entry_id: idOf(311), seen_replies: [idOf(311)] });
});

it('takes back a reply to a rating into its dialog, and leaves the other ratings', async () => {
  const { user, field } = await openReply();
  const pending = aPending({ body: 'Too fast' });
  answer(contract.ratings.replyToRating, () => {
    answerList({ ...BAD, thread_id: idOf(300) }, GOOD);
    return { status: 200, body: aThread({ pending_replies: [pending] }) };
  });
  await fill(user, field, 'Too fast');
  await user.click(sendReply());
  await within(await rating('Too slow')).findByText('Replied');
  const cancelled = answer(contract.messages.cancelPendingReply, () => {
    answerList(BAD, GOOD);
    return { status: 200, body: { rating_id: BAD.id } };
  });
  answer(contract.ratings.readRating, { status: 200, body: BAD });
  await user.click(await button('Undo'));
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByLabelText('Your reply')).toHaveValue('Too fast'));
  expect(dialog.getByText('Too slow')).toBeVisible();
  expect(cancelled.map(({ params }) => params)).toEqual([{ id: pending.id }]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Replied')).toBeNull());
});

it('sends a reply at once for those who may not take it back', async () => {
  const { user, field } = await openReply(aColleague(['ratings.read', 'ratings.write']));
  const calls = answer(contract.ratings.replyToRating, { status: 200, body: aThread() });
  await fill(user, field, 'Thanks');
  await user.click(sendReply());
  await expectToast('Reply sent.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(calls[0]?.body).toMatchObject({ undo_seconds: 0 });
});

it('keeps the draft of a reply to each rating until it is sent', async () => {
  const { user, field } = await openReply();
  await user.click(field);
  await user.paste('Half writ');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(await rating('Great')).getByRole('button', { name: /^Reply/ }));
  expect(await screen.findByLabelText('Your reply')).toHaveValue('');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(await rating('Too slow')).getByRole('button', { name: /^Reply/ }));
  await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveValue('Half writ'));
  expect(screen.getByText('What you had typed has been restored.')).toBeVisible();
});

it('inserts a template into a reply even if Enter is pressed before the templates have loaded', async () => {
  const { user, field } = await openReply();
  const { calls, release } = hold(contract.messages.readResolvedTemplates, {
    status: 200,
    body: { data: [{ id: idOf(320), title: 'Thanks', body: 'Thank you Zoé' }], count: 1 },
  });
  await user.click(field);
  await user.keyboard('/');
  await screen.findByRole('dialog', { name: 'Choose a template' });
  await user.keyboard('{Enter}');
  release();
  await waitFor(() => expect(field).toHaveValue('Thank you Zoé'));
  expect(calls[0]?.params).toEqual({ user_id: BAD.user?.id });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a template' })).toBeNull());
  await user.click(await button('Insert a template'));
  await screen.findByRole('dialog', { name: 'Choose a template' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a template' })).toBeNull());
  expect(field).toHaveValue('Thank you Zoé');
  expect(field).toBeValid();
});

it.each(['news', 'daily_message'] as const)(
  'summarizes the ratings of one subject and links to them: %s',
  async (target) => {
    const calls = answerSummary({ count: 2, average: 2.5 });
    renderPart(<RatingsPanel target={target} id={idOf(700)} />);
    const panel = await screen.findByRole('region', { name: 'Ratings' });
    expect(panel).toHaveTextContent(/2\.5 out of 5.*2\sratings/);
    expect(within(panel).getByRole('link', { name: 'Read the ratings' })).toHaveAttribute(
      'href',
      `/rates?target_type=${target}&target_id=${idOf(700)}`,
    );
    expect(calls[0]?.query).toEqual({ target_type: target, target_id: idOf(700) });
  },
);

it('shows no panel before the first rating', async () => {
  const calls = answerSummary({ count: 0, average: null });
  renderPart(<RatingsPanel target="news" id={idOf(700)} />);
  await expect.poll(() => calls).toHaveLength(1);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Ratings')).toBeNull();
});

const ANSWERED = aRating({
  id: idOf(602),
  comment: 'Read about it',
  thread_id: idOf(300),
  target_type: 'news',
  target_id: idOf(700),
  target_title: 'The market',
});

it.each([
  [aColleague(['ratings.read']), [], [], true],
  [aColleague(['ratings.read', 'ratings.write']), ['Reply to Zoé Lefèvre'], [], true],
  [
    aSuperuser(),
    ['Reply to Zoé Lefèvre'],
    [`/members/${idOf(11)}`, `/news/${idOf(700)}`, `/members/${idOf(11)}`, `/messages/${idOf(300)}?tab=all`],
    false,
  ],
])('offers %# only the answers and links that they may use', async (as, replies, links, isBare) => {
  answerList(BAD, ANSWERED);
  answerSummary();
  await openPage('/rates', { as });
  const list = within((await rating('Too slow')).parentElement as HTMLElement);
  expect(list.queryAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(replies);
  expect(list.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links);
  expect(list.getAllByText('Zoé Lefèvre')).toHaveLength(2);
  expect(list.getByText(/The market/).tagName).toBe(isBare ? 'SPAN' : 'A');
  expect(refusedReads()).toEqual([]);
});

it('offers no templates to those who reply to ratings and may not read templates', async () => {
  answerList(BAD);
  answerSummary();
  const { user } = await openPage('/rates', { as: aColleague(['ratings.read', 'ratings.write']) });
  await user.click(await button('Reply to Zoé Lefèvre'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByRole('textbox'), '/');
  expect(dialog.getByRole('textbox')).toHaveValue('/');
  expect(dialog.queryByRole('button', { name: 'Insert a template' })).toBeNull();
});

it('shows no panel to those who may not read it, and no link to those who may not open the ratings', async () => {
  const calls = answerSummary();
  const { unmount } = renderPart(<RatingsPanel target="news" id={idOf(700)} />, {
    as: aColleague(['news.read']),
  });
  unmount();
  expect(calls).toEqual([]);
  renderPart(<RatingsPanel target="news" id={idOf(700)} />, { as: aColleague(['statistics.read']) });
  expect(await screen.findByText(/6\sratings/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
