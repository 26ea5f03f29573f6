import { type Account, type TestService } from '../../../test/harness.ts';
import { none, type Samples } from '../../../test/requests.ts';

const stars = { target_type: 'app', score: 4, comment: 'Good', platform: 'ios', app_version: '2.4.0' };
const ownRating = async (t: TestService, { token }: Account) => {
  const query = 'target_type=app';
  const { status } = await t.call('GET', `/app/ratings/mine?${query}`, { token });
  if (status === 404) await t.call('PUT', '/app/ratings', { token, json: stars });
  return { query };
};
const rating = async (t: TestService) => {
  const member = await t.member();
  await ownRating(t, member);
  const { token } = await t.superuser();
  const { body } = await t.call('GET', `/ratings/?user_id=${member.id}`, { token });
  return { params: { id: body.data[0].id as string } };
};

export const samples: Samples = {
  user: {
    'app-put_rating': () => ({ json: stars }),
    'app-read_rating': ownRating,
    'app-delete_rating': ownRating,
  },
  team: {
    'ratings-read_ratings': none,
    'ratings-summarize_ratings': none,
    'ratings-export_ratings': none,
    'ratings-read_rating': rating,
    'ratings-reply_to_rating': async (t) => ({ ...(await rating(t)), json: { body: 'A reply' } }),
  },
  statuses: {
    'app-read_rating': '401 401 401 401 401 200 404 404',
    'app-delete_rating': '401 401 401 401 401 200 404 404',
  },
  shownTo: {
    'ratings.comment': ['self', 'superuser'],
    'ratings.app_version': ['superuser'],
  },
  tables: {
    '/ratings/': 'ratings',
  },
};
