import { none, type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  team: {
    'alerts-read_alerts': none,
    'alerts-mark_alerts_read': () => ({ json: { ids: [crypto.randomUUID()] } }),
  },
};
