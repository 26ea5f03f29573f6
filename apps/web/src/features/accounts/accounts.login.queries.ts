import { tsr } from '../../platform/client.ts';

export const useLogin = () => tsr.login.loginAccessToken.useMutation();
export const useLoginSecondFactor = () => tsr.login.loginSecondFactor.useMutation();
export const useStartPasskeyLogin = () => tsr.login.startPasskeyLogin.useMutation();
export const useLoginPasskey = () => tsr.login.loginPasskey.useMutation();
export const useRegister = () => tsr.users.registerUser.useMutation();
export const useRecoverPassword = () => tsr.login.recoverPassword.useMutation();
export const useResetPassword = () => tsr.login.resetPassword.useMutation();
export const useConfirmEmailChange = () => tsr.users.confirmEmailChange.useMutation();
export const useUndoEmailChange = () => tsr.users.undoEmailChange.useMutation();
export const useUnsubscribe = () => tsr.preferences.unsubscribe.useMutation();
