import { expect, it } from 'vitest';
import { newestFirst } from './versions.ts';

it('sorts versions by number, newest first, releases before their betas, and unknown ones last', () => {
  const versions = ['2.9.1', null, '2.10.0-beta.2', '2.10.0', '2.10.0-beta.10', '10.0.0', '2.3.0'];
  const ordered = versions
    .map((app_version) => ({ app_version, count: 1, average: 5, first_month: null }))
    .toSorted(newestFirst);
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
