/**
 * What a role can allow: a noun and an act on it. Every other act on a noun requires reading it. Nouns that hold
 * personal data are `messages`, `ratings`, `members`, `items`, `audit_log` and `team`.
 */
export const PERMISSIONS = [
  'daily_messages.read',
  'daily_messages.write',
  'news.read',
  'news.write',
  'news.publish',
  'news.approve',
  'broadcasts.read',
  'broadcasts.write',
  'broadcasts.send',
  'broadcasts.approve',
  'messages.read',
  'messages.write',
  'ratings.read',
  'ratings.write',
  'members.read',
  'members.write',
  'members.deactivate',
  'members.export',
  'members.administer',
  'items.read',
  'items.write',
  'statistics.read',
  'audit_log.read',
  'team.read',
  'team.administer',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Who may call a route: everyone, active users who are signed in, the team, whoever of the team has the permission
 * (or one of several), or superusers only.
 */
export type Access =
  | 'public'
  | 'user'
  | 'team'
  | 'superuser'
  | { readonly can: Permission | readonly Permission[] };

/** What decides about access. A superuser has every permission. */
export interface Rights {
  is_superuser: boolean;
  /** The role of somebody of the team who is not a superuser. */
  role_id: string | null;
  permissions: readonly Permission[];
}

export const isTeam = ({ is_superuser, role_id }: Pick<Rights, 'is_superuser' | 'role_id'>): boolean =>
  is_superuser || role_id !== null;

export const can = (
  { is_superuser, permissions }: Pick<Rights, 'is_superuser' | 'permissions'>,
  permission: Permission,
): boolean => is_superuser || permissions.includes(permission);

/** True if somebody who is signed in may call a route. */
export function isAllowed(rights: Rights, access: Access): boolean {
  if (access === 'public' || access === 'user' || rights.is_superuser) return true;
  if (access === 'team') return isTeam(rights);
  if (access === 'superuser') return false;
  return [access.can].flat().some((permission) => can(rights, permission));
}

const readOf = (permission: Permission): Permission => `${permission.split('.')[0]}.read` as Permission;

/** These permissions and those that they require, in the order of `PERMISSIONS`. */
export function withRequired(permissions: readonly Permission[]): Permission[] {
  const required = new Set(permissions.flatMap((permission) => [permission, readOf(permission)]));
  return PERMISSIONS.filter((permission) => required.has(permission));
}

/** The roles that every organisation has, which nobody can change. */
export const BUILT_IN_ROLES = {
  /** Writes for members, and approves what another editor wrote; somebody else sends the pushes. */
  editor: [
    'daily_messages.read',
    'daily_messages.write',
    'news.read',
    'news.write',
    'news.publish',
    'news.approve',
    'broadcasts.read',
    'broadcasts.write',
  ],
  /** Writes and sends pushes, and approves those of others. */
  sender: [
    'daily_messages.read',
    'news.read',
    'broadcasts.read',
    'broadcasts.write',
    'broadcasts.send',
    'broadcasts.approve',
  ],
  /** Answers members, and deactivates accounts. */
  moderator: [
    'messages.read',
    'messages.write',
    'ratings.read',
    'ratings.write',
    'members.read',
    'members.deactivate',
  ],
  /** Reads everything but personal data. */
  analyst: ['daily_messages.read', 'news.read', 'broadcasts.read', 'statistics.read'],
} as const satisfies Record<string, readonly Permission[]>;
export type BuiltInRole = keyof typeof BUILT_IN_ROLES;
