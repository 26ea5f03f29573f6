import {
  IconApi,
  IconKey,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';
import { changes, t as words } from './accounts.audit.texts.ts';
import { t as keyWords } from './api-keys/api-keys.audit.texts.ts';
import { t as roleWords } from './roles/roles.audit.texts.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    members: 'Members',
    admin: 'Admin accounts',
    accounts: 'Accounts',
    roles: 'Roles',
    apiKeys: 'API keys',
    settings: 'My account',
    newMember: 'New member',
    newAdmin: 'Invite an administrator',
    membersHelp:
      'Everybody who uses the mobile app. A member’s page opens with what they did and received; from there you can write to them, or leave a note for the team. Save filters as a view, for yourself or the team; the export holds exactly the filtered list or the selected rows. To bring members from elsewhere, import a CSV file: every row is checked first, and the rejected ones are saved with the reason.',
    adminHelp:
      'The people of the team. Administrators can use every page of this back-office; for others, their role says what they may do. Invite somebody by email: the link is valid for 72 hours and can be sent again. Every change is in the audit log, and the last active administrator cannot be removed.',
    apiKeysHelp:
      'A key lets another program use the API. You choose what it may do and for how long; it is shown once, so copy it at once. It never allows more than its owner may do, and a revoked key is refused at the next call.',
    rolesHelp:
      'A role says what somebody may read, write, publish or send. Four come with the product; copy one to make your own. You can only give permissions that you have yourself, and a change applies at once, also to pages that are open.',
    settingsHelp:
      'Your name, address and password, how the back-office looks, and which alerts and emails you get. A new address gets a link; from the former one you can undo the change for 72 hours. Sessions show where you are signed in; end those you do not know.',
  },
  fr: {
    members: 'Membres',
    admin: 'Comptes administrateurs',
    accounts: 'Comptes',
    roles: 'Rôles',
    apiKeys: 'Clés d’API',
    settings: 'Mon compte',
    newMember: 'Nouveau membre',
    newAdmin: 'Inviter un administrateur',
    membersHelp:
      'Toutes les personnes qui utilisent l’application mobile. La page d’un membre s’ouvre sur ce qu’il a fait et reçu ; de là, écrivez-lui ou laissez une note à l’équipe. Enregistrez vos filtres dans une vue, pour vous ou pour l’équipe ; l’export contient exactement la liste filtrée ou les lignes sélectionnées. Pour reprendre des membres d’ailleurs, importez un fichier CSV : chaque ligne est d’abord vérifiée, et les lignes refusées sont enregistrées avec la raison.',
    adminHelp:
      'Les personnes de l’équipe. Les administrateurs ont accès à toutes les pages de ce back-office ; pour les autres, le rôle dit ce qui leur est permis. Invitez quelqu’un par e-mail : le lien est valable 72 heures et peut être renvoyé. Chaque changement figure au journal d’audit, et le dernier administrateur actif ne peut pas être retiré.',
    apiKeysHelp:
      'Une clé permet à un autre programme d’utiliser l’API. Vous choisissez ce qu’elle permet et pour combien de temps ; elle ne s’affiche qu’une fois, copiez-la donc aussitôt. Elle ne permet jamais plus que ce que peut faire son propriétaire, et une clé révoquée est refusée dès l’appel suivant.',
    rolesHelp:
      'Un rôle dit ce que quelqu’un peut lire, rédiger, publier ou envoyer. Quatre sont fournis ; copiez-en un pour créer le vôtre. Vous ne pouvez donner que les autorisations que vous avez, et un changement s’applique aussitôt, même aux pages ouvertes.',
    settingsHelp:
      'Votre nom, votre adresse, votre mot de passe, l’apparence du back-office, vos alertes et vos e-mails. Une nouvelle adresse reçoit un lien ; depuis l’ancienne, vous pouvez annuler pendant 72 heures. Les sessions montrent où vous êtes connecté ; fermez celles que vous ne reconnaissez pas.',
  },
});

export const accounts = {
  destinations: [
    {
      path: '/members',
      label: () => t.members,
      icon: IconUsers,
      access: { can: 'members.read' },
      key: 'm',
      help: () => t.membersHelp,
      menu: {},
    },
    {
      path: '/admin',
      label: () => t.admin,
      icon: IconShieldLock,
      access: { can: 'team.read' },
      key: 'a',
      help: () => t.adminHelp,
      tabLabel: () => t.accounts,
      menu: {},
    },
    {
      path: '/roles',
      label: () => t.roles,
      icon: IconKey,
      access: { can: 'team.read' },
      key: 'o',
      help: () => t.rolesHelp,
      tabOf: '/admin',
    },
    {
      path: '/api-keys',
      label: () => t.apiKeys,
      icon: IconApi,
      access: { can: 'team.administer' },
      key: 'k',
      help: () => t.apiKeysHelp,
      tabOf: '/admin',
    },
    {
      path: '/settings',
      label: () => t.settings,
      icon: IconSettings,
      access: 'user',
      key: 's',
      help: () => t.settingsHelp,
      menu: { access: 'team' },
    },
  ],
  commands: [
    { path: '/members/new', label: () => t.newMember, icon: IconUserPlus, access: { can: 'members.write' } },
    { path: '/admin/new', label: () => t.newAdmin, icon: IconUserPlus, access: { can: 'team.administer' } },
  ],
  found: {
    member: {
      label: () => t.members,
      icon: IconUser,
      path: ({ id }) => `/members/${id}`,
      list: '/members?search=',
    },
    administrator: {
      label: () => t.admin,
      icon: IconShieldLock,
      path: ({ id }) => `/admin/${id}`,
      list: '/admin?search=',
    },
  },
  live: {
    user: () => [['users'], ['devices'], ['dashboard']],
    role: () => [['users'], ['roles']],
    api_key: () => [['api-keys']],
  },
  audit: {
    user: {
      page: '/members',
      words,
      changes,
      parts: {
        is_active: ['deactivated_until', 'deactivation_reason'],
        password: ['must_change_password', 'invitation_expires_at', 'pending_email'],
        email: ['pending_email'],
      },
    },
    role: { words: roleWords },
    api_key: { words: keyWords },
  },
} satisfies Feature;
