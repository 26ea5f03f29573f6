import { sql } from 'drizzle-orm';
import { none, type Samples } from '../../../test/requests.ts';
import { anyMember } from '../accounts/accounts.samples.ts';

export const samples: Samples = {
  user: { 'data_exports-request_my_data_export': none },
  team: {
    'data_exports-read_kept_data': none,
    'data_exports-read_retention': none,
    'data_exports-preview_retention': () => ({ params: { code: 'conversations' }, query: 'days=365' }),
    'data_exports-update_retention': async (t) => {
      await t.db.execute(sql`delete from retention_periods`);
      return { params: { code: 'conversations' }, json: { days: 3_650 } };
    },
    'data_exports-request_data_export': anyMember,
  },
  statuses: { 'data_exports-download_data_export': '400 400 400 400 400 400 400 400' },
  // `me` is the caller’s own.
  foreignIds: { 'data_exports-request_data_export': '403 403 403 403 403 200' },
  refused: {
    'data_exports-download_data_export': {
      access: 'public',
      sample: { json: { token: 'x' } },
      status: 400,
      why: 'The token is only in a mail: see data-exports.test.ts.',
    },
  },
};
