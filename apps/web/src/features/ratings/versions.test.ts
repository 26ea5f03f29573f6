import { expect, it } from 'vitest';
import { laterFirst } from './versions.ts';

it('orders versions by their numbers, releases before their betas, and unknown ones last', () => {
  const versions = ['2.9.1', null, '2.10.0-beta.2', '2.10.0', '2.10.0-beta.10', '10.0.0', '2.3.0'];
  const ordered = versions
    .map((app_version) => ({ app_version, count: 1, average: 5, first_month: null }))
    .toSorted(laterFirst);
  expect(ordered.map(({ app_version }) => app_version)).toEqual([
    '10.0.0',
    '2.10.0',
    '2.10.0-beta.10',
    '2.10.0-beta.2',
    '2.9.1',
    '2.3.0',
    null,
  ]);
});
