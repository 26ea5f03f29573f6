import { describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { momentAt } from '../../platform/time/civil-date.ts';

const service = useService({ settings: { SEED_DEMO: 'true' } });

describe('demo broadcasts', () => {
  it('creates demo broadcasts of several statuses whose counters match their deliveries', async () => {
    const { token } = await service().superuser();
    const ask = async (path: string) => (await service().call('GET', path, { token })).body;
    const { data } = await ask('/broadcasts/');
    const states = data.map(({ status }: { status: string }) => status);
    expect(new Set(states)).toEqual(new Set(['draft', 'missed', 'cancelled', 'sent']));
    for (const { id, targeted, sent, invalid, failed } of data) {
      if (!targeted) continue;
      const { by_status } = await ask(`/broadcasts/${id}/stats`);
      const counts = by_status.map(({ status, count }: { status: string; count: number }) => [status, count]);
      expect(Object.fromEntries(counts)).toEqual({ sent, invalid, failed });
      expect(targeted).toBe(sent + invalid + failed);
    }
  });

  it('schedules a missed demo broadcast at the moment of its local time and time zone', async () => {
    const { token } = await service().superuser();
    const { data } = (await service().call('GET', '/broadcasts/?status=missed', { token })).body;
    const [{ scheduled_at, scheduled_local, time_zone }] = data;
    expect(momentAt(scheduled_local, time_zone)).toEqual(new Date(scheduled_at));
  });

  it('creates demo devices of every platform and of most states', async () => {
    const { token } = await service().superuser();
    for (const query of [
      'platform=ios',
      'platform=android',
      'platform=web',
      'state=denied',
      'state=muted',
      'state=reachable',
      'state=stale',
    ]) {
      const { body } = await service().call('GET', `/devices/?${query}`, { token });
      expect([query, body.count]).not.toEqual([query, 0]);
    }
  });
});
