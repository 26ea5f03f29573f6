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

async function memberPreferences() {
  const t = service();
  const { token, id } = await t.member();
  return {
    id,
    read: async () => (await t.call('GET', '/preferences/', { token })).body,
    change: async (json: object) => t.call('PATCH', '/preferences/', { token, json }),
  };
}

describe('preferences', () => {
  it('returns the default preferences until they are changed', async () => {
    const { read, change } = await memberPreferences();
    expect(await read()).toEqual(DEFAULTS);
    expect((await change({})).body).toEqual(DEFAULTS);
    expect(await read()).toEqual(DEFAULTS);
  });

  it('changes only the sent preferences', async () => {
    const { read, change } = await memberPreferences();
    expect((await change({ theme: 'dark' })).body).toEqual({ ...DEFAULTS, theme: 'dark' });
    const chosen = { ...DEFAULTS, theme: 'dark', time_zone: 'Asia/Tokyo', shortcuts: false };
    expect((await change({ time_zone: 'Asia/Tokyo', shortcuts: false })).body).toEqual(chosen);
    expect((await change({})).body).toEqual(chosen);
    expect((await change({ time_zone: null })).body).toEqual({ ...chosen, time_zone: null });
    expect(await read()).toEqual({ ...chosen, time_zone: null });
  });

  it('keeps all concurrent changes of different preferences', async () => {
    const { read, change } = await memberPreferences();
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

  it('keeps the preferences of each account separate', async () => {
    const [one, other] = [await memberPreferences(), await memberPreferences()];
    await one.change({ theme: 'dark' });
    expect(await other.read()).toEqual(DEFAULTS);
  });

  it.each([
    [{ theme: 'pink' }, 'theme'],
    [{ density: null }, 'density'],
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ shortcuts: 'perhaps' }, 'shortcuts'],
  ])('rejects the preferences %j and names the invalid field', async (json, field) => {
    const { change } = await memberPreferences();
    const { status, body } = await change(json);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', field] })]);
  });

  it('ignores a sent time zone of the organisation', async () => {
    const { change } = await memberPreferences();
    expect((await change({ organization_time_zone: 'Asia/Tokyo' })).body).toEqual(DEFAULTS);
  });
});
