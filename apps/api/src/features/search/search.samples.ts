import { type Samples } from '../../../test/requests.ts';

export const samples: Samples = {
  user: {
    'search-search': () => ({ query: 'q=anything' }),
  },
};
