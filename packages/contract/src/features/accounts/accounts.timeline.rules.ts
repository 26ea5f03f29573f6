import { can, type Permission, type Rights } from '../../shared/permissions.ts';

/** Kinds of entries of a person's timeline. */
export const TIMELINE_KINDS = [
  'conversation',
  'rating',
  'device',
  'notification',
  'item',
  'sign_in',
] as const;

/** What each kind needs in addition to the permission to read the account. */
const NEEDS: Record<(typeof TIMELINE_KINDS)[number], Permission | null> = {
  conversation: 'messages.read',
  rating: 'ratings.read',
  device: null,
  notification: 'broadcasts.read',
  item: 'items.read',
  sign_in: null,
};

/** The kinds of entries that somebody who may read the account may see. */
export const timelineKindsFor = (reader: Rights) =>
  TIMELINE_KINDS.filter((kind) => {
    const need = NEEDS[kind];
    return need === null || can(reader, need);
  });
