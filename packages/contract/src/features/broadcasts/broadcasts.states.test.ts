import { expect, it } from 'vitest';
import { actionsFor, BROADCAST_STATES, isDeletable } from './broadcasts.states.rules.ts';

it('offers the actions of each broadcast state, and fewer for the push of a daily message', () => {
  const offered = (day: string | null) =>
    BROADCAST_STATES.map((status) => [status, ...actionsFor({ status, day })]);
  expect(offered(null)).toEqual([
    ['draft', 'schedule', 'send'],
    ['scheduled', 'unschedule', 'cancel'],
    ['sending', 'pause', 'cancel'],
    ['paused', 'resume', 'cancel'],
    ['sent'],
    ['missed', 'schedule', 'unschedule', 'send', 'cancel'],
    ['cancelled'],
  ]);
  expect(offered('2026-11-22')).toEqual([
    ['draft'],
    ['scheduled', 'cancel'],
    ['sending', 'pause', 'cancel'],
    ['paused', 'resume', 'cancel'],
    ['sent'],
    ['missed', 'cancel'],
    ['cancelled'],
  ]);
});

it('deletes only drafts and broadcasts cancelled before their start, and no push of a daily message', () => {
  const deletable = BROADCAST_STATES.filter((status) => isDeletable({ status, day: null, started_at: null }));
  expect(deletable).toEqual(['draft', 'cancelled']);
  expect(isDeletable({ status: 'cancelled', day: null, started_at: '2026-11-22T10:00:00Z' })).toBe(false);
  expect(isDeletable({ status: 'cancelled', day: '2026-11-22', started_at: null })).toBe(false);
});
