import { randomBytes } from 'node:crypto';
import type { Locale } from '@agora/contract/shared/locale';
import { can, isTeam } from '@agora/contract/shared/permissions';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueAll } from '../../../platform/jobs/queue.ts';
import type { User } from '../accounts.users.table.ts';
import { requireGrant } from '../security/accounts.guard.service.ts';
import { type Actor, notifyOfPromotion } from '../security/accounts.promotion.service.ts';
import { requireRecentPassword } from '../sessions/accounts.sessions.service.ts';
import { lockUser, updateUser } from '../users/accounts.users.queries.ts';
import { createUser } from '../users/accounts.users.service.ts';
import { deletePasswordToken } from './accounts.login.queries.ts';
import { allowPasswordLink, createPasswordLink } from './accounts.login.service.ts';

/** Hours in which the owner of an invited account can choose a password. */
const INVITATION_HOURS = 72;

export const invitationEnd = (now: Date) => new Date(now.getTime() + INVITATION_HOURS * 3_600_000);

type NewAccount = Parameters<typeof createUser>[1];

/**
 * Creates an account and mails its owner a link to choose a password.
 * @param deps with a transaction
 * @throws {AppError} `email_taken_on_create`, `password_required` for an account of the team, and those of `requireGrant`
 */
export async function addUser(deps: Deps, account: NewAccount, actor: Actor): Promise<User> {
  const grant = { is_superuser: account.is_superuser ?? false, role_id: account.role_id ?? null };
  const isTeamAccount = isTeam(grant);
  if (!isTeamAccount && !can(actor, 'members.write')) throw new AppError('privileges_required');
  await requireGrant(deps.db, actor, { is_superuser: false, role_id: null }, grant);
  if (isTeamAccount) requireRecentPassword(actor, deps.now());
  const user = await createUser(deps, account, 'email_taken_on_create');
  await enqueueInvitation(deps, user);
  if (user.is_superuser) await notifyOfPromotion(deps.db, deps.now(), user, actor);
  return user;
}

interface Invitation {
  email: string;
  full_name?: string | null | undefined;
  is_superuser: boolean;
  role_id?: string | null;
  locale?: Locale | undefined;
}

/** Creates an account that rejects every sign-in until its owner has chosen a password. */
export const inviteUser = (deps: Deps, invitation: Invitation, actor: Actor): Promise<User> =>
  addUser(
    deps,
    {
      ...invitation,
      password: randomBytes(32).toString('base64url'),
      invitation_expires_at: invitationEnd(deps.now()),
    },
    actor,
  );

/** The mail belongs to this invitation: it is not sent once a newer one exists or this one is accepted. */
const enqueueInvitation = (deps: Deps, user: Invited) => enqueueInvitations(deps, [user]);

type Invited = Pick<User, 'id' | 'invitation_expires_at'>;

export const enqueueInvitations = ({ db }: Deps, users: readonly Invited[]): Promise<void> =>
  enqueueAll(
    db,
    'users.new_account_mail',
    users.map(({ id, invitation_expires_at }) => ({
      user_id: id,
      invitation: invitation_expires_at?.toISOString() ?? null,
    })),
  );

/**
 * Restarts the validity of an invitation; invalidates its link and any mail not yet sent.
 * @throws {AppError} `user_not_found`, `invitation_accepted`
 */
async function renewInvitation({ db, now }: Deps, id: string): Promise<User> {
  const user = await lockUser(db, id);
  if (!user) throw new AppError('user_not_found');
  if (!user.invitation_expires_at) throw new AppError('invitation_accepted');
  await deletePasswordToken(db, id);
  const invitation_expires_at = invitationEnd(now());
  await updateUser(db, id, { invitation_expires_at }, now());
  return { ...user, invitation_expires_at };
}

/** @param deps with a transaction */
export async function sendInvitation(deps: Deps, id: string): Promise<void> {
  await enqueueInvitation(deps, await renewInvitation(deps, id));
}

/**
 * @param deps with a transaction @throws {AppError} `password_required`, and the errors of `renewInvitation`
 */
export async function createInvitationLink(
  deps: Deps,
  id: string,
  actor: Actor,
): Promise<{ url: string; expires_at: string }> {
  const user = await renewInvitation(deps, id);
  const expires_at = user.invitation_expires_at ?? invitationEnd(deps.now());
  await allowPasswordLink(deps, id, actor);
  return { url: await createPasswordLink(deps, user, expires_at), expires_at: expires_at.toISOString() };
}
