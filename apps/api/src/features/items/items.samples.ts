import { type Account, type TestService } from '../../../test/harness.ts';
import { none, type Samples } from '../../../test/requests.ts';

const ownItem = async (t: TestService, { token }: Account) => {
  const { body } = await t.call('POST', '/items/', { token, json: { title: 'Mine' } });
  return { params: { id: body.id as string } };
};

export const samples: Samples = {
  user: {
    'items-read_items': none,
    'items-create_item': () => ({ json: { title: 'An item' } }),
    'items-read_item': ownItem,
    'items-update_item': async (t, caller) => ({ ...(await ownItem(t, caller)), json: { title: 'New' } }),
    'items-delete_item': ownItem,
    'items-export_items': none,
    'items-bulk_items': async (t, caller) => ({
      json: { action: 'delete', ids: [(await ownItem(t, caller)).params.id] },
    }),
    'items-restore_item': async (t, caller) => {
      const sample = await ownItem(t, caller);
      await t.call('DELETE', `/items/${sample.params.id}`, { token: caller.token });
      return sample;
    },
  },
  statuses: {
    'items-read_item': '401 401 401 401 401 200 403 200',
    'items-update_item': '401 401 401 401 401 200 403 200',
    'items-delete_item': '401 401 401 401 401 200 403 200',
    'items-restore_item': '401 401 401 401 401 200 403 200',
  },
  foreignIds: {
    'items-read_item': '403 404 404 422 200 422',
    'items-update_item': '403 404 404 422 200 422',
    'items-delete_item': '403 404 404 422 200 422',
    'items-restore_item': '403 404 404 422 200 422',
  },
  shownTo: {
    'items.title': ['self', 'superuser'],
    'items.description': ['self', 'superuser'],
  },
  tables: {
    '/items/': 'items',
  },
};
