import { type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  team: {
    'presence-update_presence': () => ({
      json: { entity: 'news', id: crypto.randomUUID(), tab: crypto.randomUUID(), doing: 'reading' },
    }),
  },
};
