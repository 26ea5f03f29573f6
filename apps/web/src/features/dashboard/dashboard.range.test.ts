import { expect, it } from 'vitest';
import { listUrl, paramsOf, queryOf, rangeProblem, readRange } from './dashboard.range.ts';

const TODAY = '2026-05-20';
const read = (search: string) => readRange(new URLSearchParams(search));

it.each([
  ['', { range: '30d' }],
  ['range=7d', { range: '7d' }],
  ['range=12m', { range: '12m' }],
  ['range=unknown', { range: '30d' }],
  ['from=2026-05-05&to=2026-05-07', { from: '2026-05-05', to: '2026-05-07' }],
  ['range=7d&from=2026-05-05&to=2026-05-07', { from: '2026-05-05', to: '2026-05-07' }],
  ['from=2026-05-05', undefined],
  ['from=2026-05-07&to=2026-05-05', undefined],
])('reads the range from the URL parameters “%s”', (search, query) => {
  expect(queryOf(read(search), TODAY)).toEqual(query);
});

it.each([
  [{ from: undefined, to: TODAY }, 'rangeIncomplete'],
  [{ from: TODAY, to: undefined }, 'rangeIncomplete'],
  [{ from: TODAY, to: '2026-05-21' }, 'rangeFuture'],
  [{ from: TODAY, to: TODAY }, undefined],
  [{ from: '2026-05-20', to: '2026-05-19' }, 'rangeReversed'],
  [{ from: '2025-05-20', to: TODAY }, undefined],
  [{ from: '2025-05-19', to: TODAY }, 'rangeLong'],
])('validates the custom range %o', (days, problem) => {
  expect(rangeProblem(days, TODAY)).toBe(problem);
});

it('starts a custom range with the days shown, and omits the default range from the URL', () => {
  const shown = { from: '2026-05-01', to: '2026-05-07' };
  expect(paramsOf('custom', shown, TODAY)).toEqual(shown);
  expect(paramsOf('custom', undefined, TODAY)).toEqual({ from: TODAY, to: TODAY });
  expect(paramsOf('7d', shown, TODAY)).toEqual({ range: '7d' });
  expect(paramsOf('30d', shown, TODAY)).toEqual({});
});

it.each([
  ['new_members', '2026-05-19', TODAY, '/members?from=2026-05-19&to=2026-05-20'],
  ['lost_members', '2026-05-19', TODAY, '/members?last_seen_from=2026-04-19&last_seen_to=2026-04-20'],
  ['active_members', TODAY, TODAY, '/members?active_on=2026-05-20'],
  ['active_members', '2026-02-20', '2026-02-20', '/members?active_on=2026-02-20'],
  ['active_members', '2026-02-19', '2026-02-19', undefined],
  ['active_members', '2026-05-19', TODAY, undefined],
  ['received_messages', TODAY, TODAY, '/messages?tab=all&received_from=2026-05-20&received_to=2026-05-20'],
  ['closed_messages', TODAY, TODAY, '/messages?tab=closed&closed_from=2026-05-20&closed_to=2026-05-20'],
  ['ratings', TODAY, TODAY, '/rates?target_type=app&from=2026-05-20&to=2026-05-20'],
  ['news_reads', TODAY, TODAY, undefined],
] as const)('links %s from %s to %s to the list of exactly those', (metric, from, to, url) => {
  expect(listUrl(metric, { from, to }, TODAY)).toBe(url);
});
