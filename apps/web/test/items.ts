import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { anAccount, idOf } from './accounts.ts';

export const anItem = (overrides: Partial<ItemPublic> = {}): ItemPublic => ({
  id: idOf(100),
  title: 'A notebook',
  description: null,
  owner_id: anAccount().id,
  created_at: '2026-01-03T10:00:00.000Z',
  ...overrides,
});
