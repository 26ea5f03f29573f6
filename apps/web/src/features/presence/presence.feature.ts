import type { Feature } from '../../platform/feature.ts';

export const presence = {
  routes: [],
  live: { presence: (id) => [['presence', id]] },
} satisfies Feature;
