/** Pages for people who are not signed in; others are sent on to the dashboard. */
const PUBLIC_PATHS = ['login', 'signup', 'recover-password', 'reset-password'] as const;
/** Pages that links of mails lead to, for everybody. */
const LINK_PATHS = ['undo-email-change', 'confirm-email-change'] as const;
/** Pages of the back-office, by the first part of their path. */
const SIGNED_IN_PATHS = [
  'dashboard',
  'settings',
  'daily-message',
  'broadcast',
  'news',
  'messages',
  'members',
  'admin',
  'items',
  'rates',
  'audit-log',
] as const;

interface Decision {
  app: 'public' | 'back-office';
  /** Where the address is changed to first. */
  redirect?: string;
}

/** Which application a path belongs to, for somebody who is signed in or not. */
export function decide(path: string, isSignedIn: boolean): Decision {
  const first = path.split('/')[1] ?? '';
  const isOneOf = (paths: readonly string[]) => paths.includes(first);
  if (isOneOf(LINK_PATHS)) return { app: 'public' };
  if (isSignedIn)
    return first === '' || isOneOf(PUBLIC_PATHS)
      ? { app: 'back-office', redirect: '/dashboard' }
      : { app: 'back-office' };
  return first === '' || isOneOf(SIGNED_IN_PATHS) ? { app: 'public', redirect: '/login' } : { app: 'public' };
}
