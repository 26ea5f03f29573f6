import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    members: 'Members',
    admin: 'Admin accounts',
    settings: 'My account',
    newMember: 'New member',
    newAdmin: 'Invite an administrator',
  },
  fr: {
    members: 'Membres',
    admin: 'Comptes administrateurs',
    settings: 'Mon compte',
    newMember: 'Nouveau membre',
    newAdmin: 'Inviter un administrateur',
  },
});
