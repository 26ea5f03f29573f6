import { randomEmail } from '../../../test/harness.ts';
import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  public: {
    'utils-health_check': none,
    'private-create_user': () => ({
      json: { email: randomEmail(), password: 'correct horse', full_name: 'Private' },
    }),
  },
  team: {
    'utils-test_email': () => ({ query: 'email_to=somebody@example.com' }),
    'private-read_pushes': none,
  },
  statuses: {
    'utils-test_email': '401 401 401 401 401 403 403 201',
  },
  shownTo: {
    'local_pushes.token': ['superuser'],
    'local_pushes.collapse_id': ['superuser'],
    'local_pushes.title': ['superuser'],
    'local_pushes.body': ['superuser'],
    'local_pushes.link': ['superuser'],
    'local_pushes.image': ['superuser'],
  },
};
