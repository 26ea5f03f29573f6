import { tsr } from '../../platform/client.ts';

export const useStartOidcLogin = () => tsr.oidc.startOidcLogin.useMutation();
export const useCompleteOidcLogin = () => tsr.oidc.completeOidcLogin.useMutation();
export const useCompleteOidcConfirmation = () => tsr.oidc.completeOidcConfirmation.useMutation();
