import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  user: {
    'app-read_home': none,
  },
  superuser: {
    'dashboard-read_dashboard': none,
    'dashboard-read_tasks': none,
  },
};
