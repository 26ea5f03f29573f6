import type { contract } from 'virtual:contract';
import type { UserFilter, UserMe, UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { BULK_IDS_MAX } from '@agora/contract/shared/limits';
import { type Access, can, isAllowed, type Permission } from '@agora/contract/shared/permissions';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { ME_KEY, type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

export const userKeys = {
  all: ['users'] as const,
  me: ME_KEY,
  optionalMe: ['users', 'me', 'if any'] as const,
  one: (id: string) => ['users', 'one', id] as const,
  team: (query: object) => ['users', 'team', query] as const,
  list: (query: object) => ['users', 'list', query] as const,
};

const ME = { queryKey: userKeys.me, queryData: {}, staleTime: 60_000 };

/** The signed-in user. */
export const useMe = () => tsr.users.readUserMe.useQuery(ME);

/** The signed-in user, if any, for pages that also work without a session. */
export const useOptionalMe = () =>
  tsr.users.readUserMe.useQuery({ ...ME, queryKey: userKeys.optionalMe, queryData: { keepsSession: true } });

/** Loads the signed-in user unless cached, for code outside components. @throws {ApiError} */
export async function readMe(): Promise<UserMe> {
  return (await tsrClient.users.readUserMe.ensureQueryData(ME)).body;
}

/**
 * The signed-in user, inside the shell, which renders pages only once it is loaded.
 * @throws {Error} outside the shell
 */
export function useCurrentUser() {
  const { data } = useMe();
  if (!data) throw new Error('The current user is only known below the shell');
  return data.body;
}

/** True if the signed-in user may call a route of the contract; inside the shell. */
export const useAllowed = (route: { metadata: { access: Access } }): boolean =>
  isAllowed(useCurrentUser(), route.metadata.access);

/** True if the signed-in user has a permission; inside the shell. */
export const useCan = (permission: Permission): boolean => can(useCurrentUser(), permission);

type TeamQuery = QueryOf<typeof contract.users.readTeam>;

const teamOf = (query: TeamQuery) => ({ queryKey: userKeys.team(query), queryData: { query } });

/** The people of the team, or those who have a permission. */
export const useTeam = (query: TeamQuery = {}, { isOn = true } = {}) =>
  tsr.users.readTeam.useQuery({ ...teamOf(query), enabled: isOn });

/** Loads the people of the team unless cached, for code outside components. @throws {ApiError} */
export const readTeam = async (query: TeamQuery) =>
  (await tsrClient.users.readTeam.ensureQueryData(teamOf(query))).body.data;

/**
 * An account, inside the shell. Those who may read either members or the team learn from a refusal which of them it is:
 * it ends no session.
 */
export function useUser(id: string, { isOn = true } = {}) {
  const me = useCurrentUser();
  return tsr.users.readUserById.useQuery({
    queryKey: userKeys.one(id),
    queryData: { params: { user_id: id }, keepsSession: !mayReadAnybody(me) },
    enabled: isOn,
  });
}

const mayReadAnybody = (me: UserMe) => can(me, 'members.read') && can(me, 'team.read');

/**
 * An account that may be a member's or a colleague's, inside the shell: only for those who may read both, as the
 * service refuses the others' requests.
 */
export function useAnybody(id: string, { isOn = true } = {}) {
  const me = useCurrentUser();
  return useUser(id, { isOn: isOn && mayReadAnybody(me) });
}

type Query = QueryOf<typeof contract.users.readUsers>;

const pageOf = (query: Query) => ({ queryKey: userKeys.list(query), queryData: { query } });

/** Prefetches a page of accounts. */
export const prefetchUsers = (query: Query): void =>
  void tsrClient.users.readUsers.prefetchQuery(pageOf(query));

/** A page of accounts. Keeps the previous one while loading. */
export const useUsers = (query: Query, { isOn = true } = {}) =>
  tsr.users.readUsers.useQuery({
    ...pageOf(query),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

/** Counts all matching accounts if the list only knows a lower bound. @throws {ApiError} */
export async function countUsers(filter: UserFilter): Promise<number> {
  const { body } = await tsr.users.readUsers.query({ query: { ...filter, limit: 0 } });
  return (body as { count: number }).count;
}

/** The ids of matching accounts, as many as one call may have. @throws {ApiError} */
export async function readUserIds(filter: UserFilter): Promise<string[]> {
  const { body } = await tsr.users.readUsers.query({ query: { ...filter, limit: BULK_IDS_MAX } });
  return (body as { data: UserPublic[] }).data.map(({ id }) => id);
}

/** Reads an account without the cache. @throws {ApiError} */
export async function readUser(id: string): Promise<UserPublic> {
  return (await tsr.users.readUserById.query({ params: { user_id: id } })).body as UserPublic;
}

/** Writes an account from a response into the cache. */
export function useAdoptUser() {
  const queryClient = useQueryClient();
  return (body: UserPublic): UserPublic => {
    queryClient.setQueryData(userKeys.one(body.id), { status: 200, body, headers: new Headers() });
    return body;
  };
}

/** Refetches all queries whose results contain accounts. */
export function useRefreshUsers() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: userKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

export function useImportUsers() {
  const refresh = useRefreshUsers();
  return tsr.users.importUsers.useMutation({
    onSuccess: ({ body }) => void (body.created > 0 && refresh()),
  });
}

/** Callers refetch afterwards, once the page has navigated away. */
export const useInviteUser = () => useIdempotent(tsr.users.inviteUser.useMutation());
export const useCreateUser = () => useIdempotent(tsr.users.createUser.useMutation());
export const useUpdateUser = () => tsr.users.updateUser.useMutation();
export const useDeactivateUser = () => tsr.users.deactivateUser.useMutation();
export const useReactivateUser = () => tsr.users.reactivateUser.useMutation();
export const useDeleteUser = () => tsr.users.deleteUser.useMutation();
export const useEraseUser = () => tsr.users.eraseUser.useMutation();
export const useBulkUsers = () => tsr.users.bulkUsers.useMutation();
export const useSignOutUser = () => tsr.users.signOutUser.useMutation();
export const useSendInvitation = () => tsr.users.sendInvitation.useMutation();
export const useCreateInvitationLink = () => tsr.users.createInvitationLink.useMutation();

export const useUpdateMe = () => tsr.users.updateUserMe.useMutation();
export const useUpdateMyPassword = () => tsr.users.updatePasswordMe.useMutation();
export const useDeleteMe = () => tsr.users.deleteUserMe.useMutation();
export const useResendEmailConfirmation = () => tsr.users.resendEmailConfirmation.useMutation();
export const useCancelEmailChange = () => tsr.users.cancelEmailChange.useMutation();
