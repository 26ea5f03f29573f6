import { accountsAudit } from '@agora/contract/features/accounts/accounts.audit';
import { LATER, type NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = accountsAudit.user;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: {
    the: 'the account',
    many: 'Accounts',
    ...en.words,
  },
  fr: {
    the: 'le compte',
    many: 'Comptes',
    ...fr.words,
  },
});

export const changes: readonly NamedChange[] = [
  { field: 'is_active', to: false, en: 'deactivated the account', fr: 'a désactivé le compte' },
  { field: 'is_active', to: true, en: 'reactivated the account', fr: 'a réactivé le compte' },
  {
    field: 'is_superuser',
    to: true,
    en: 'gave administrator rights to the account',
    fr: 'a donné les droits d’administrateur au compte',
  },
  {
    field: 'is_superuser',
    to: false,
    en: 'removed administrator rights from the account',
    fr: 'a retiré les droits d’administrateur au compte',
  },
  {
    field: 'invitation_expires_at',
    to: LATER,
    en: 'sent another invitation to the account',
    fr: 'a renvoyé l’invitation du compte',
  },
  { field: 'password', isOwn: true, en: 'changed their password', fr: 'a changé son mot de passe' },
  { field: 'password', en: 'changed the password of the account', fr: 'a changé le mot de passe du compte' },
  {
    field: 'password_link',
    en: 'got a password link for the account',
    fr: 'a obtenu un lien de mot de passe pour le compte',
  },
  {
    field: 'second_factor_at',
    to: null,
    isOwn: true,
    en: 'turned their two-step verification off',
    fr: 'a désactivé sa validation en deux étapes',
  },
  {
    field: 'second_factor_at',
    to: null,
    en: 'reset the two-step verification of the account',
    fr: 'a réinitialisé la validation en deux étapes du compte',
  },
  {
    field: 'second_factor_at',
    isOwn: true,
    en: 'turned their two-step verification on',
    fr: 'a activé sa validation en deux étapes',
  },
  {
    field: 'recovery_codes',
    isOwn: true,
    en: 'created new recovery codes',
    fr: 'a créé de nouveaux codes de secours',
  },
  {
    field: 'authenticator_app',
    to: false,
    isOwn: true,
    en: 'removed their authenticator app',
    fr: 'a retiré son application d’authentification',
  },
  {
    field: 'authenticator_app',
    isOwn: true,
    en: 'set up an authenticator app',
    fr: 'a activé une application d’authentification',
  },
  {
    field: 'passkey',
    to: null,
    isOwn: true,
    en: 'removed a passkey',
    fr: 'a supprimé une clé d’accès',
  },
  {
    field: 'passkey',
    isOwn: true,
    en: 'added or renamed a passkey',
    fr: 'a ajouté ou renommé une clé d’accès',
  },
  {
    field: 'oidc_linked_at',
    to: null,
    en: 'unlinked from the sign-in provider the account',
    fr: 'a délié du fournisseur d’identité le compte',
  },
  {
    field: 'oidc_linked_at',
    en: 'linked with the sign-in provider the account',
    fr: 'a lié au fournisseur d’identité le compte',
  },
  { field: 'sessions', isOwn: true, en: 'logged out everywhere', fr: 'a fermé toutes ses sessions' },
  {
    field: 'sessions',
    en: 'logged the account out everywhere:',
    fr: 'a fermé toutes les sessions du compte',
  },
  { field: 'device', isOwn: true, en: 'deleted one of their devices', fr: 'a supprimé un de ses appareils' },
  { field: 'device', en: 'deleted a device of the account', fr: 'a supprimé un appareil du compte' },
  {
    field: 'data_export',
    isOwn: true,
    en: 'asked for a copy of their data',
    fr: 'a demandé la copie de ses données',
  },
  {
    field: 'data_export',
    en: 'sent a copy of the data of the account to its owner',
    fr: 'a envoyé à son titulaire la copie des données du compte',
  },
  {
    field: 'app_preview',
    en: 'looked at what the app shows the account',
    fr: 'a consulté ce que l’application montre au compte',
  },
  {
    field: 'note',
    en: 'changed the internal note on the account',
    fr: 'a modifié la note interne du compte',
  },
  {
    field: 'messages_blocked_at',
    to: null,
    en: 'unblocked messages from the account',
    fr: 'a débloqué les messages du compte',
  },
  {
    field: 'messages_blocked_at',
    en: 'blocked messages from the account',
    fr: 'a bloqué les messages du compte',
  },
  { field: 'email', isOwn: true, en: 'changed their email address', fr: 'a changé son adresse e-mail' },
  {
    field: 'email',
    en: 'changed the email address of the account',
    fr: 'a changé l’adresse e-mail du compte',
  },
  {
    field: 'failed_sign_in',
    en: 'failed to sign in to the account',
    fr: 'n’a pas réussi à se connecter au compte',
  },
  { field: 'sign_in', isOwn: true, en: 'signed in', fr: 'a ouvert une session' },
  {
    field: 'oidc_sign_in',
    isOwn: true,
    en: 'signed in through the sign-in provider',
    fr: 'a ouvert une session par le fournisseur d’identité',
  },
  { field: 'test_mail', isOwn: true, en: 'sent a test email', fr: 'a envoyé un e-mail de test' },
  {
    field: 'test_push',
    isOwn: true,
    en: 'sent test notifications',
    fr: 'a envoyé des notifications de test',
  },
  { isOwn: true, en: 'changed their own account', fr: 'a modifié son compte' },
];
