import type { contract } from 'virtual:contract';
import type { UserFilter, UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';

export const userKeys = {
  all: ['users'] as const,
  me: ['users', 'me'] as const,
  one: (id: string) => ['users', 'one', id] as const,
  list: (query: object) => ['users', 'list', query] as const,
};

const ME = { queryKey: userKeys.me, queryData: {}, staleTime: 60_000 };

/** Whoever is signed in. */
export const useMe = () => tsr.users.readUserMe.useQuery(ME);

/** Reads who is signed in, unless that is known, before a component asks for it. @throws {ApiError} */
export async function readMe(): Promise<UserPublic> {
  return (await tsrClient.users.readUserMe.ensureQueryData(ME)).body;
}

/**
 * Whoever is signed in, below the shell, which shows pages only once this is known.
 * @throws {Error} elsewhere
 */
export function useCurrentUser() {
  const { data } = useMe();
  if (!data) throw new Error('The current user is only known below the shell');
  return data.body;
}

export const useUser = (id: string, { isOn = true } = {}) =>
  tsr.users.readUserById.useQuery({
    queryKey: userKeys.one(id),
    queryData: { params: { user_id: id } },
    enabled: isOn,
  });

type Query = QueryOf<typeof contract.users.readUsers>;

const pageOf = (query: Query) => ({ queryKey: userKeys.list(query), queryData: { query } });

/** Starts reading a page of accounts. */
export const prefetchUsers = (query: Query): void =>
  void tsrClient.users.readUsers.prefetchQuery(pageOf(query));

/** A page of accounts. While another one is loaded, the one before stays. */
export const useUsers = (query: Query, { isOn = true } = {}) =>
  tsr.users.readUsers.useQuery({
    ...pageOf(query),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

/** Administrators that work can be given to. */
export function useAdmins() {
  const query = { is_superuser: true, status: 'active', sort: 'full_name', limit: 100 } as const;
  const { data } = tsr.users.readUsers.useQuery({
    queryKey: userKeys.list(query),
    queryData: { query },
    staleTime: 300_000,
  });
  return data?.body.data ?? [];
}

/** Reads accounts beside the list that a page shows. @throws {ApiError} */
export async function findUsers(query: Query): Promise<UserPublic[]> {
  return ((await tsr.users.readUsers.query({ query })).body as { data: UserPublic[] }).data;
}

/** Counts accounts of which a list shows only that they are many. @throws {ApiError} */
export async function countUsers(filter: UserFilter): Promise<number> {
  const { body } = await tsr.users.readUsers.query({ query: { ...filter, limit: 0 } });
  return (body as { count: number }).count;
}

/** Reads an account beside the one that a page shows. @throws {ApiError} */
export async function readUser(id: string): Promise<UserPublic> {
  return (await tsr.users.readUserById.query({ params: { user_id: id } })).body as UserPublic;
}

/** Puts an account that the API just gave where the page reads it. */
export function useAdoptUser() {
  const queryClient = useQueryClient();
  return (body: UserPublic): UserPublic => {
    queryClient.setQueryData(userKeys.one(body.id), { status: 200, body, headers: new Headers() });
    return body;
  };
}

/** Everything that shows accounts is read again. */
export function useRefreshUsers() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: userKeys.all });
    await queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  };
}

/** Their callers read again what changed, once the page has moved on from it. */
export const useInviteUser = () => tsr.users.inviteUser.useMutation();
export const useCreateUser = () => tsr.users.createUser.useMutation();
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
