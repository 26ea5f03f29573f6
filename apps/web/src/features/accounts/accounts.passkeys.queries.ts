import { tsr } from '../../platform/client.ts';
import { userKeys } from './accounts.users.queries.ts';

/** Below the key of accounts, as for the other second factor. */
const KEY = [...userKeys.all, 'passkeys'] as const;

export const usePasskeys = () => tsr.passkeys.readPasskeys.useQuery({ queryKey: KEY, queryData: {} });

export const useStartPasskey = () => tsr.passkeys.startPasskey.useMutation();
export const useCreatePasskey = () => tsr.passkeys.createPasskey.useMutation();
export const useRenamePasskey = () => tsr.passkeys.renamePasskey.useMutation();
export const useDeletePasskey = () => tsr.passkeys.deletePasskey.useMutation();
