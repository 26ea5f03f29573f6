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
  alert_broadcast_approval: true,
  alert_news_approval: true,
  columns: {
    members: null,
    admin: null,
    items: null,
    news: null,
    news_trash: null,
    daily_messages: null,
    daily_reserve: null,
    daily_trash: null,
  },
  organization_time_zone: 'America/Montreal',
  approve_pushes_above: null,
  approve_news: false,
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

  it('keeps the chosen columns of each table until they are reset, also when two are chosen at once', async () => {
    const { read, change } = await memberPreferences();
    await change({ theme: 'dark' });
    await Promise.all([
      change({ columns: { members: 'status,created_at' } }),
      change({ columns: { news: 'none' } }),
    ]);
    const chosen = { ...DEFAULTS.columns, members: 'status,created_at', news: 'none' };
    expect(await read()).toEqual({ ...DEFAULTS, theme: 'dark', columns: chosen });
    expect((await change({ columns: { members: null } })).body.columns).toEqual({
      ...DEFAULTS.columns,
      news: 'none',
    });
    expect((await change({ columns: {} })).body.columns.news).toBe('none');
  });

  it.each([
    ['x'.repeat(255), 200],
    ['x'.repeat(256), 422],
    ['status,', 422],
    ['Status', 422],
    ['', 422],
  ])('accepts or rejects the chosen columns %j', async (members, status) => {
    const { change } = await memberPreferences();
    const { status: answered, body } = await change({ columns: { members } });
    expect(answered).toBe(status);
    if (status === 422) expect(body.detail[0].loc).toEqual(['body', 'columns', 'members']);
  });

  it('keeps the preferences of each account separate', async () => {
    const [one, other] = [await memberPreferences(), await memberPreferences()];
    await one.change({ theme: 'dark', columns: { items: 'owner' } });
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
