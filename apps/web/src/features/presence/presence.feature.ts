import type { Feature } from '../../platform/feature.ts';

export const presence = {
  live: { presence: (id) => [['presence', id]] },
} satisfies Feature;
