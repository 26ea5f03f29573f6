import { API_KEYS_MAX } from '@agora/contract/features/accounts/accounts.api-keys.rules';
import { PASSKEYS_MAX } from '@agora/contract/features/accounts/accounts.passkeys.rules';
import { ROLES_MAX } from '@agora/contract/features/accounts/accounts.roles.rules';
import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    incorrect_credentials: 'Incorrect email or password',
    inactive_user: 'Inactive user',
    invalid_token: 'This link has expired or was already used. Ask for a new one.',
    deactivation_end_passed: 'Choose a day in the future.',
    incorrect_password: 'Incorrect password',
    password_unchanged: 'New password cannot be the same as the current one',
    email_taken_on_signup: 'The user with this email already exists in the system',
    email_taken_on_create: 'An account already uses this email.',
    superuser_self_delete: 'You can’t delete your own account.',
    user_not_found: 'This account no longer exists.',
    user_id_not_found: 'This account no longer exists.',
    username_not_found: 'The user with this username does not exist in the system.',
    pending_email_not_found: 'There is no address to confirm any more.',
    session_not_found: 'This session has already ended.',
    role_not_found: 'This role no longer exists.',
    role_unknown: 'This role no longer exists: choose another',
    api_key_not_found: 'This key has been revoked already.',
    too_many_api_keys: `There are already ${API_KEYS_MAX} keys. Revoke one that nobody needs first.`,
    email_taken: 'User with this email already exists',
    last_superuser:
      'The last active administrator cannot be demoted, deactivated or deleted: make somebody else an administrator first.',
    permission_not_held: 'You can only give permissions that you have yourself.',
    account_outranks_caller: 'This account has permissions that you don’t have. Ask an administrator.',
    role_name_taken: 'A role already has this name.',
    too_many_roles: `There are already ${ROLES_MAX} roles. Delete one that nobody needs first.`,
    built_in_role: 'This role comes with the product and can’t be changed. Create one of your own.',
    role_in_use: 'Somebody has this role. Give them another one first.',
    own_password: 'You change your own password in My account.',
    own_account: 'You cannot do this to your own account.',
    invitation_accepted: 'This person has already chosen a password.',
    password_required: 'Enter your password again to continue.',
    incorrect_passkey: 'This passkey is not accepted here. It may have been removed from your account.',
    invalid_challenge: 'This took too long: try again.',
    passkey_exists: 'This passkey belongs to an account already.',
    passkey_not_found: 'This passkey has already been removed.',
    too_many_passkeys: `You already have ${PASSKEYS_MAX} passkeys. Remove one that you no longer use first.`,
    incorrect_code: 'This code is wrong, or was already used.',
    invalid_ticket: 'This sign-in has expired: start again.',
    second_factor_required: 'Use your second factor, too.',
    second_factor_off: 'Two-step verification is not available here.',
    second_factor_exists: 'Two-step verification is already on.',
    second_factor_missing: 'Two-step verification is not on.',
    oidc_off: 'Signing in through a provider is not set up here.',
    oidc_unavailable:
      'The sign-in provider can’t be reached. Try again later, or sign in with your password.',
    oidc_return_invalid:
      'This sign-in has expired, was already used, or began in another browser: start again.',
    oidc_refused: 'You were not signed in at the provider. Start again, or use your password.',
    oidc_address_unverified:
      'Your provider has not verified your email address. Ask whoever manages your account there.',
    oidc_no_role:
      'Your account at the provider gives no access to the back-office. Ask an administrator for a role.',
    oidc_other_link:
      'This email already belongs to an account that is linked with another one at the provider. Ask an administrator.',
    oidc_not_linked: 'Your account is not linked with the sign-in provider: use your password.',
    oidc_other_account: 'You signed in at the provider as somebody else. Start again with your own account.',
    oidc_not_fresh: 'Your provider did not ask you to sign in again: use your password.',
    role_from_provider: 'The sign-in provider gives this role. Change it there, or unlink the account first.',
    password_mismatch: 'The passwords do not match',
  },
  fr: {
    incorrect_credentials: 'E-mail ou mot de passe incorrect',
    inactive_user: 'Ce compte est désactivé. Adressez-vous à un administrateur.',
    invalid_token: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    deactivation_end_passed: 'Choisissez un jour à venir.',
    incorrect_password: 'Mot de passe incorrect',
    password_unchanged: 'Le nouveau mot de passe doit être différent de l’actuel',
    email_taken_on_signup: 'Un compte existe déjà avec cette adresse e-mail',
    email_taken_on_create: 'Un compte existe déjà avec cette adresse e-mail.',
    superuser_self_delete:
      'Vous ne pouvez pas supprimer votre propre compte d’administrateur : demandez-le à un autre administrateur.',
    user_not_found: 'Ce compte n’existe plus.',
    user_id_not_found: 'Ce compte n’existe plus.',
    username_not_found: 'Aucun compte n’existe avec cet identifiant.',
    pending_email_not_found: 'Il n’y a plus d’adresse à confirmer.',
    session_not_found: 'Cette session est déjà fermée.',
    role_not_found: 'Ce rôle n’existe plus.',
    role_unknown: 'Ce rôle n’existe plus : choisissez-en un autre',
    api_key_not_found: 'Cette clé est déjà révoquée.',
    too_many_api_keys: `Il y a déjà ${API_KEYS_MAX} clés. Révoquez d’abord celle dont personne n’a besoin.`,
    email_taken: 'Un compte existe déjà avec cette adresse e-mail',
    last_superuser:
      'Le dernier administrateur actif ne peut être ni rétrogradé, ni désactivé, ni supprimé : nommez-en d’abord un autre.',
    permission_not_held: 'Vous ne pouvez donner que les autorisations que vous avez.',
    account_outranks_caller:
      'Ce compte a des autorisations que vous n’avez pas. Adressez-vous à un administrateur.',
    role_name_taken: 'Un rôle porte déjà ce nom.',
    too_many_roles: `Il y a déjà ${ROLES_MAX} rôles. Supprimez d’abord celui dont personne n’a besoin.`,
    built_in_role: 'Ce rôle est fourni avec le produit et ne se modifie pas. Créez le vôtre.',
    role_in_use: 'Quelqu’un a ce rôle. Donnez-lui d’abord un autre rôle.',
    own_password: 'Votre propre mot de passe se change dans Mon compte.',
    own_account: 'Cette action est impossible sur votre propre compte.',
    invitation_accepted: 'Cette personne a déjà choisi un mot de passe.',
    password_required: 'Saisissez à nouveau votre mot de passe pour continuer.',
    incorrect_passkey:
      'Cette clé d’accès n’est pas acceptée ici. Elle a peut-être été supprimée de votre compte.',
    invalid_challenge: 'Le délai est dépassé : réessayez.',
    passkey_exists: 'Cette clé d’accès est déjà associée à un compte.',
    passkey_not_found: 'Cette clé d’accès est déjà supprimée.',
    too_many_passkeys: `Vous avez déjà ${PASSKEYS_MAX} clés d’accès. Supprimez d’abord celle dont vous ne vous servez plus.`,
    incorrect_code: 'Ce code est incorrect ou a déjà servi.',
    invalid_ticket: 'Cette connexion a expiré : recommencez.',
    second_factor_required: 'Utilisez aussi votre deuxième facteur.',
    second_factor_off: 'La validation en deux étapes n’est pas proposée ici.',
    second_factor_exists: 'La validation en deux étapes est déjà activée.',
    second_factor_missing: 'La validation en deux étapes n’est pas activée.',
    oidc_off: 'La connexion par un fournisseur d’identité n’est pas proposée ici.',
    oidc_unavailable:
      'Le fournisseur d’identité est injoignable. Réessayez plus tard ou utilisez votre mot de passe.',
    oidc_return_invalid:
      'Cette connexion a expiré, a déjà servi ou a commencé dans un autre navigateur : recommencez.',
    oidc_refused:
      'La connexion n’a pas abouti chez le fournisseur d’identité. Recommencez ou utilisez votre mot de passe.',
    oidc_address_unverified:
      'Votre adresse e-mail n’a pas été vérifiée par le fournisseur d’identité. Adressez-vous à la personne qui y gère votre compte.',
    oidc_no_role:
      'Votre compte chez le fournisseur d’identité ne donne pas accès au back-office. Demandez un rôle à un administrateur.',
    oidc_other_link:
      'Cette adresse appartient à un compte déjà lié à un autre compte chez le fournisseur d’identité. Adressez-vous à un administrateur.',
    oidc_not_linked: 'Votre compte n’est pas lié au fournisseur d’identité : utilisez votre mot de passe.',
    oidc_other_account:
      'Vous vous êtes connecté chez le fournisseur avec un autre compte. Recommencez avec le vôtre.',
    oidc_not_fresh: 'Le fournisseur ne vous a pas demandé de vous reconnecter : utilisez votre mot de passe.',
    role_from_provider:
      'Ce rôle est donné par le fournisseur d’identité. Modifiez-le chez lui, ou déliez d’abord le compte.',
    password_mismatch: 'Les mots de passe ne correspondent pas',
  },
});
