import type { ServerResponse } from 'node:http';
import type { ErrorCode } from '@agora/contract/registry';
import { isTeam } from '@agora/contract/shared/permissions';
import type { FastifyBaseLogger } from 'fastify';
import { noPassword } from '../../../platform/auth/passwords.ts';
import { actingAs } from '../../../platform/db/audit-context.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { isActive, type User } from '../accounts.users.table.ts';
import { auditFailedSignIn } from '../login/accounts.login.service.ts';
import { listRoles } from '../roles/accounts.roles.queries.ts';
import { hasSecondFactor } from '../second-factor/accounts.second-factor.rules.ts';
import { tellOwner } from '../second-factor/accounts.second-factor.service.ts';
import { notifyOfPromotion } from '../security/accounts.promotion.service.ts';
import { lockSuperusers, lockUserOrTrash } from '../users/accounts.users.queries.ts';
import { type Change, changeUser, createUser, findUserByEmail } from '../users/accounts.users.service.ts';
import { deleteLink, findLink, findLinkedUser, releaseRoles, upsertLink } from './accounts.oidc.queries.ts';
import type { ProviderAccount } from './accounts.oidc-claims.rules.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

/** What a claim makes of an account. */
interface Grant {
  is_superuser: boolean;
  role_id: string | null;
}

/** The role that a claim gives; undefined for none, and for one that no longer exists. */
async function grantOf(db: Db, { role: name }: ProviderAccount): Promise<Grant | undefined> {
  if (name === undefined) return undefined;
  if (name === 'superuser') return { is_superuser: true, role_id: null };
  const roles = await listRoles(db);
  const role = roles.find(({ key }) => key === name) ?? roles.find((one) => one.name === name);
  return role && { is_superuser: false, role_id: role.id };
}

/** The account that signs in; a refusal is of one that exists, for the audit log. */
interface Found {
  user?: User | undefined;
  refusal?: ErrorCode | undefined;
  /** Nothing was linked or granted. */
  needsSecondFactor?: boolean;
}

/** Asked for the second step once the account is locked. */
type SecondStep = (tx: Db, user: User) => Promise<boolean>;

/**
 * Finds or creates the account of somebody who has signed in at the provider, links both, and applies the role that the
 * claims give. The role is applied even if it ends the access: the refusal follows the commit. Does nothing as long as
 * the account has a second factor that neither the provider nor the product has asked for.
 */
function findProviderUser(
  work: Work,
  account: ProviderAccount,
  secondStep: SecondStep = async () => false,
): Promise<Found> {
  // Neither the owner nor anybody else of the team decides on this change.
  return actingAs({ actor_kind: 'system' }, () =>
    work.db.transaction(async (db) => {
      const deps = { ...work, db };
      // Before any account, as everywhere.
      await lockSuperusers(db);
      const grant = await grantOf(db, account);
      const linked = await findLinkedUser(db, account);
      const isProven = async (user: User) =>
        account.isMultiFactor ||
        // Who leaves the team keeps second factors, and may come back by the claim.
        !hasSecondFactor(work.config, { ...user, is_team: true }) ||
        secondStep(db, user);
      if (linked === undefined) return linkUser(deps, account, grant, isProven);
      const user = await lockUserOrTrash(db, linked);
      if (!user || user.deleted_at || !isActive(user, work.now()))
        return { user, refusal: 'inactive_user' as const };
      if (!(await isProven(user))) return { user, needsSecondFactor: true };
      return admit(await applyGrant(deps, user, grant));
    }),
  );
}

/**
 * The same for a sign-in, with its refusals.
 * @throws {AppError} `oidc_address_unverified`, `oidc_no_role`, `oidc_other_link`, `inactive_user`
 */
export async function admitProviderUser(
  deps: Deps,
  account: ProviderAccount,
  logger: FastifyBaseLogger,
  sent: ServerResponse,
  secondStep?: SecondStep,
): Promise<{ user: User; needsSecondFactor: boolean }> {
  const { user, refusal, needsSecondFactor = false } = await findProviderUser(deps, account, secondStep);
  if (refusal && user?.is_team) auditFailedSignIn(deps, user.id, logger, sent);
  if (refusal) logger.warn({ refusal }, 'a sign-in through the provider was refused');
  if (!user || refusal) throw new AppError(refusal ?? 'oidc_no_role');
  return { user, needsSecondFactor };
}

/** How somebody signed in; maybe days ago, and left the browser. */
export const wayOf = ({ signedInAt, isMultiFactor }: ProviderAccount) => ({
  password_at: signedInAt ?? new Date(0),
  is_multi_factor: isMultiFactor,
  sign_in: 'oidc_sign_in',
});

/** Members sign in to the app alone. */
const admit = (user: User): Found => ({ user, ...(!isTeam(user) && { refusal: 'oidc_no_role' as const }) });

/** The first sign-in: by the address, which the provider must have verified. */
async function linkUser(
  work: Work,
  account: ProviderAccount,
  grant: Grant | undefined,
  isProven: (user: User) => Promise<boolean>,
): Promise<Found> {
  const { db, now, config } = work;
  const { issuer, subject, email, full_name, locale } = account;
  if (email === undefined) return { refusal: 'oidc_address_unverified' };
  const known = await findUserByEmail(db, email);
  const user = known && (await lockUserOrTrash(db, known.id));
  if (user && !isActive(user, now())) return { user, refusal: 'inactive_user' };
  if (!grant && !(user && isTeam(user))) return { user, refusal: 'oidc_no_role' };
  if (user) {
    const [link] = await findLink(db, user.id);
    if (link?.issuer === issuer) return { user, refusal: 'oidc_other_link' };
    if (!(await isProven(user))) return { user, needsSecondFactor: true };
    await upsertLink(db, { user_id: user.id, issuer, subject });
    await tellOwner(db, user.id, 'provider_linked', config.OIDC_NAME);
    return admit(await applyGrant(work, user, grant, { oidc_linked_at: now(), ...takeOver(user) }));
  }
  const created = await createUser(
    work,
    {
      email,
      full_name,
      locale: locale ?? config.DEFAULT_LOCALE,
      ...grant,
      is_role_from_oidc: true,
      oidc_linked_at: now(),
    },
    'email_taken_on_create',
  );
  await upsertLink(db, { user_id: created.id, issuer, subject });
  await tellSuperusers(work, created);
  return { user: created };
}

/**
 * Anybody may have signed up with the address of somebody who joins the team by the provider: without this, their
 * password would open an account of the team. An invitation is accepted.
 */
function takeOver(user: User): Change {
  if (isTeam(user) && !user.invitation_expires_at) return {};
  return { password_hash: noPassword() };
}

/** Gives an account what the claims say, and takes away what they gave before. The last superuser stays one. */
async function applyGrant(
  work: Work,
  user: User,
  grant: Grant | undefined,
  link: Change = {},
): Promise<User> {
  const { db, now } = work;
  const due = grant ?? (user.is_role_from_oidc ? { is_superuser: false, role_id: null } : undefined);
  const rights: Change = {
    ...(due && due.is_superuser !== user.is_superuser && { is_superuser: due.is_superuser }),
    ...(due && due.role_id !== user.role_id && { role_id: due.role_id }),
    ...(due && { is_role_from_oidc: grant !== undefined }),
  };
  const options = { missing: 'user_not_found' } as const;
  const isSame = rights.is_role_from_oidc === user.is_role_from_oidc && Object.keys(rights).length === 1;
  const change = { ...link, ...(!isSame && rights) };
  if (Object.keys(change).length === 0) return user;
  const changed = await changeUser(db, now(), user.id, change, options).catch((error: unknown) => {
    // Refused before anything was written.
    if (!(error instanceof AppError) || error.code !== 'last_superuser') throw error;
    return Object.keys(link).length > 0 ? changeUser(db, now(), user.id, link, options) : user;
  });
  if (!user.is_superuser && changed.is_superuser) await tellSuperusers(work, changed);
  return changed;
}

/** The others learn of a new superuser, made by the provider. */
async function tellSuperusers({ db, now, config }: Work, user: User): Promise<void> {
  if (user.is_superuser)
    await notifyOfPromotion(db, now(), user, { id: user.id, email: config.OIDC_NAME, full_name: null });
}

/** True if an account is linked with this one at the provider. */
export const isLinkedWith = async (db: Db, userId: string, account: ProviderAccount): Promise<boolean> =>
  (await findLinkedUser(db, account)) === userId;

/**
 * Removes the link of an account to the provider; its role can be edited again.
 * @param work with a transaction
 * @throws {AppError} `user_not_found`, `oidc_not_linked`
 */
export async function unlinkUser({ db, now, config }: Work, id: string): Promise<void> {
  const change = { oidc_linked_at: null, is_role_from_oidc: false };
  await changeUser(db, now(), id, change, { missing: 'user_not_found' });
  if (!(await deleteLink(db, id))) throw new AppError('oidc_not_linked');
  await tellOwner(db, id, 'provider_unlinked', config.OIDC_NAME);
}

/** Roles are set by hand again once no claim gives them. */
export async function releaseRolesWithoutClaim({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  if (config.OIDC_ISSUER === undefined || config.OIDC_ROLES_CLAIM === undefined) await releaseRoles(db);
}
