import { describe, expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';

const service = useService({ settings: { TIME_ZONE: 'America/Montreal' } });

const DEFAULTS = {
  theme: 'light',
  density: 'comfortable',
  time_zone: null,
  shortcuts: true,
  weekly_summary: false,
  alert_assigned: true,
  alert_answered: true,
  alert_mentioned: true,
  alert_broadcast: true,
  organization_time_zone: 'America/Montreal',
};

async function somebody() {
  const t = service();
  const { token, id } = await t.member();
  return {
    id,
    read: async () => (await t.call('GET', '/preferences/', { token })).body,
    change: async (json: object) => t.call('PATCH', '/preferences/', { token, json }),
  };
}

describe('preferences', () => {
  it('are the defaults until changed', async () => {
    const { read, change } = await somebody();
    expect(await read()).toEqual(DEFAULTS);
    expect((await change({})).body).toEqual(DEFAULTS);
    expect(await read()).toEqual(DEFAULTS);
  });

  it('change by what is sent alone', async () => {
    const { read, change } = await somebody();
    expect((await change({ theme: 'dark' })).body).toEqual({ ...DEFAULTS, theme: 'dark' });
    const chosen = { ...DEFAULTS, theme: 'dark', time_zone: 'Asia/Tokyo', shortcuts: false };
    expect((await change({ time_zone: 'Asia/Tokyo', shortcuts: false })).body).toEqual(chosen);
    expect((await change({})).body).toEqual(chosen);
    expect((await change({ time_zone: null })).body).toEqual({ ...chosen, time_zone: null });
    expect(await read()).toEqual({ ...chosen, time_zone: null });
  });

  it('sent at the same time all arrive', async () => {
    const { read, change } = await somebody();
    await Promise.all([
      change({ theme: 'system' }),
      change({ density: 'compact' }),
      change({ shortcuts: false }),
      change({ time_zone: 'Europe/Paris' }),
    ]);
    expect(await read()).toEqual({
      ...DEFAULTS,
      theme: 'system',
      density: 'compact',
      shortcuts: false,
      time_zone: 'Europe/Paris',
    });
  });

  it("are nobody else's", async () => {
    const [one, other] = [await somebody(), await somebody()];
    await one.change({ theme: 'dark' });
    expect(await other.read()).toEqual(DEFAULTS);
  });

  it.each([
    [{ theme: 'pink' }, 'theme'],
    [{ density: null }, 'density'],
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ shortcuts: 'perhaps' }, 'shortcuts'],
  ])('refuse %j', async (json, field) => {
    const { change } = await somebody();
    const { status, body } = await change(json);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', field] })]);
  });

  it('take the zone of the organisation from the settings alone', async () => {
    const { change } = await somebody();
    expect((await change({ organization_time_zone: 'Asia/Tokyo' })).body).toEqual(DEFAULTS);
  });
});
