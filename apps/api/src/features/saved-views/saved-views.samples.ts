import { randomUUID } from 'node:crypto';
import type { ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { sql } from 'drizzle-orm';
import type { TestService } from '../../../test/harness.ts';
import { none, type Samples } from '../../../test/requests.ts';
import { savedViews } from './saved-views.table.ts';

/** Views of a list in use, whose number is limited, make room for those of the next sample. */
const makeRoom = (t: TestService, list: ViewList) =>
  t.db.execute(sql`delete from saved_views where list = ${list} and deleted_at is null`);

/** A shared view, which anybody of the team may change. */
const shared = async (t: TestService, list: ViewList, deleted_at: Date | null = null) => {
  const id = randomUUID();
  const row = { id, list, name: `Of ${id}`, query: 'status=active', created_at: new Date(), deleted_at };
  await t.db.insert(savedViews).values(row);
  return { params: { id } };
};

export const samples: Samples = {
  team: {
    'saved_views-read_saved_views': none,
    'saved_views-create_saved_view': async (t) => {
      await makeRoom(t, 'broadcasts');
      const json = { list: 'broadcasts', name: `Of ${randomUUID()}`, query: 'status=sent' };
      return { json: { ...json, visibility: 'all' } };
    },
    'saved_views-update_saved_view': async (t) => ({
      ...(await shared(t, 'ratings')),
      json: { query: 'score=1' },
    }),
    'saved_views-delete_saved_view': (t) => shared(t, 'ratings'),
    'saved_views-restore_saved_view': async (t) => {
      await makeRoom(t, 'audit_log');
      return shared(t, 'audit_log', new Date());
    },
  },
  // Views of the lists that somebody may open: of pushes, ratings and the audit log.
  teamStatuses: {
    'saved_views-create_saved_view': { moderator: '403', powerless: '403' },
    'saved_views-update_saved_view': { editor: '404', sender: '404', analyst: '404', powerless: '404' },
    'saved_views-delete_saved_view': { editor: '404', sender: '404', analyst: '404', powerless: '404' },
    'saved_views-restore_saved_view': {
      editor: '404',
      sender: '404',
      moderator: '404',
      analyst: '404',
      powerless: '404',
    },
  },
  shownTo: {
    'saved_views.name': ['superuser'],
    'saved_views.query': ['superuser'],
  },
  tables: {
    '/saved-views/:id': 'saved_views',
  },
};
