import { sql } from 'drizzle-orm';
import type { TestService } from '../../../test/harness.ts';
import { none, type Samples } from '../../../test/requests.ts';

const json = { list: 'members', name: 'Deactivated', query: 'status=deactivated', visibility: 'all' };

/** Without those of earlier samples, whose names are taken and whose number is limited. */
const clear = (t: TestService) => t.db.execute(sql`delete from saved_views`);

const shared = async (t: TestService) => {
  await clear(t);
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/saved-views/', { token, json });
  return { params: { id: body.id as string } };
};

export const samples: Samples = {
  superuser: {
    'saved_views-read_saved_views': none,
    'saved_views-create_saved_view': async (t) => {
      await clear(t);
      return { json };
    },
    'saved_views-update_saved_view': async (t) => ({ ...(await shared(t)), json: { name: 'Blocked' } }),
    'saved_views-delete_saved_view': shared,
    'saved_views-restore_saved_view': async (t) => {
      const sample = await shared(t);
      const { token } = await t.superuser();
      await t.call('DELETE', `/saved-views/${sample.params.id}`, { token });
      return sample;
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
