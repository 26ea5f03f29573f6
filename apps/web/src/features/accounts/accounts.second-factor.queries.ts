import { tsr } from '../../platform/client.ts';
import { userKeys } from './accounts.users.queries.ts';

/** Below the key of accounts, which change with their second factors. */
const KEY = [...userKeys.all, 'second factor'] as const;

export const useSecondFactor = ({ isOn }: { isOn: boolean }) =>
  tsr.secondFactor.readSecondFactor.useQuery({ queryKey: KEY, queryData: {}, enabled: isOn });

export const useSetUpSecondFactor = () => tsr.secondFactor.setUpSecondFactor.useMutation();
export const useConfirmSecondFactor = () => tsr.secondFactor.confirmSecondFactor.useMutation();
export const useRenewRecoveryCodes = () => tsr.secondFactor.renewRecoveryCodes.useMutation();
export const useRemoveSecondFactor = () => tsr.secondFactor.removeSecondFactor.useMutation();
export const useResetSecondFactor = () => tsr.users.resetSecondFactor.useMutation();
export const useUnlinkProvider = () => tsr.users.unlinkProvider.useMutation();
