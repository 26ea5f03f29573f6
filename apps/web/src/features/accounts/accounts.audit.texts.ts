import { accountsAudit } from '@agora/contract/features/accounts/accounts.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = accountsAudit.user;

/** Names of the entity in the audit log, with those of its fields and values, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the account',
    many: 'Accounts',
    ...en.words,
    'is_active=false': 'deactivated the account',
    'is_active=true': 'reactivated the account',
    'is_superuser=true': 'gave administrator rights to the account',
    'is_superuser=false': 'removed administrator rights from the account',
    'invitation_expires_at=later': 'sent another invitation to the account',
    'password=': 'changed the password of the account',
    'password_link=': 'got a password link for the account',
    'sessions=': 'logged the account out everywhere:',
    'device=*': 'deleted a device of the account',
    'note=': 'changed the internal note on the account',
    'messages_blocked_at=null': 'accepted messages again from the account',
    'messages_blocked_at=*': 'refused messages from the account',
    'email=*': 'changed the email address of the account',
    'own updated': 'changed their own account',
    'own password=': 'changed their password',
    'own sessions=': 'logged out everywhere',
    'own device=*': 'deleted one of their devices',
    'own email=*': 'changed their email address',
  },
  fr: {
    the: 'le compte',
    many: 'Comptes',
    ...fr.words,
    'is_active=false': 'a désactivé le compte',
    'is_active=true': 'a réactivé le compte',
    'is_superuser=true': 'a donné les droits d’administrateur au compte',
    'is_superuser=false': 'a retiré les droits d’administrateur au compte',
    'invitation_expires_at=later': 'a renvoyé l’invitation du compte',
    'password=': 'a changé le mot de passe du compte',
    'password_link=': 'a obtenu un lien de mot de passe pour le compte',
    'sessions=': 'a fermé toutes les sessions du compte',
    'device=*': 'a supprimé un appareil du compte',
    'note=': 'a modifié la note interne du compte',
    'messages_blocked_at=null': 'a accepté à nouveau les messages du compte',
    'messages_blocked_at=*': 'a refusé les messages du compte',
    'email=*': 'a changé l’adresse e-mail du compte',
    'own updated': 'a modifié son compte',
    'own password=': 'a changé son mot de passe',
    'own sessions=': 'a fermé toutes ses sessions',
    'own device=*': 'a supprimé un de ses appareils',
    'own email=*': 'a changé son adresse e-mail',
  },
});
