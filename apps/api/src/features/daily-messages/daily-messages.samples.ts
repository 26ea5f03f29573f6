import { type TestService } from '../../../test/harness.ts';
import { type MakeSample, none, type Samples } from '../../../test/requests.ts';

/** Returns a different day on each call. */
export const freeDay = (() => {
  let days = 0;
  return () => {
    days += 1;
    return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  };
})();
const written = { translations: { fr: { body: 'Bonjour' }, en: { body: 'Hello' } }, status: 'ready' };
const writeDaily = async (t: TestService, day: string | null = null) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/daily-messages/', { token, json: { ...written, day } });
  return { params: { id: body.id as string } };
};
const dailyMessage: MakeSample = (t) => writeDaily(t);

export const samples: Samples = {
  user: {
    'app-read_daily_message': async (t) => {
      await writeDaily(t);
      return {};
    },
    'app-read_daily_messages': none,
  },
  team: {
    'daily_messages-read_daily_messages': none,
    'daily_messages-create_daily_message': () => ({ json: written }),
    'daily_messages-export_daily_messages': none,
    'daily_messages-read_calendar': () => ({ query: 'month=2026-03' }),
    'daily_messages-read_issues': none,
    'daily_messages-preview_daily_message': async (t) => {
      await writeDaily(t);
      return { query: `day=${new Date().toISOString().slice(0, 10)}&locale=fr` };
    },
    'daily_messages-bulk_daily_messages': async (t) => ({
      json: { action: 'draft', ids: [(await writeDaily(t)).params.id] },
    }),
    'daily_messages-fill_from_reserve': () => {
      const day = freeDay();
      return { json: { from: day, to: day } };
    },
    'daily_messages-import_daily_messages': () => ({ json: { csv: 'fr_body\nBonjour', dry_run: true } }),
    'daily_messages-read_daily_message': dailyMessage,
    'daily_messages-update_daily_message': async (t) => ({
      ...(await writeDaily(t)),
      json: { status: 'draft' },
    }),
    'daily_messages-delete_daily_message': dailyMessage,
    'daily_messages-restore_daily_message': async (t) => {
      const sample = await writeDaily(t);
      const { token } = await t.superuser();
      await t.call('DELETE', `/daily-messages/${sample.params.id}`, { token });
      return sample;
    },
    'daily_messages-move_daily_message': async (t) => ({
      ...(await writeDaily(t)),
      json: { day: freeDay(), on_conflict: 'shift' },
    }),
    'daily_messages-duplicate_daily_message': async (t) => ({ ...(await writeDaily(t)), json: {} }),
  },
  shownTo: {
    'daily_messages.translations': ['superuser'],
    'daily_messages.link': ['superuser'],
    'daily_message_issues.translations': ['superuser'],
    'daily_message_issues.link': ['superuser'],
  },
};
