import type { AuditedNames } from '../../shared/audited.ts';
import type { Locale } from '../../shared/locale.ts';
import type { BuiltInRole, Permission } from '../../shared/permissions.ts';

/** Names of the roles that every organisation has. */
export const roleNames = {
  en: { editor: 'Editor', sender: 'Sender', moderator: 'Moderator', analyst: 'Analyst' },
  fr: { editor: 'Rédaction', sender: 'Diffusion', moderator: 'Modération', analyst: 'Analyse' },
} as const satisfies Record<Locale, Record<BuiltInRole, string>>;

/** What each permission allows. */
export const permissionNames = {
  en: {
    'daily_messages.read': 'read messages of the day',
    'daily_messages.write': 'write messages of the day',
    'news.read': 'read articles',
    'news.write': 'write articles',
    'news.publish': 'publish articles',
    'news.approve': 'approve articles of others',
    'broadcasts.read': 'read push notifications',
    'broadcasts.write': 'write push notifications',
    'broadcasts.send': 'send push notifications',
    'broadcasts.approve': 'approve push notifications of others',
    'messages.read': 'read conversations',
    'messages.write': 'answer conversations',
    'ratings.read': 'read ratings',
    'ratings.write': 'answer ratings',
    'members.read': 'read members',
    'members.write': 'edit members',
    'members.deactivate': 'deactivate members',
    'members.export': 'export members',
    'members.administer': 'delete and erase members',
    'items.read': 'read everybody’s items',
    'items.write': 'edit everybody’s items',
    'statistics.read': 'read statistics',
    'audit_log.read': 'read the audit log',
    'team.read': 'read admin accounts',
    'team.administer': 'manage admin accounts and roles',
  },
  fr: {
    'daily_messages.read': 'lire les messages du jour',
    'daily_messages.write': 'rédiger les messages du jour',
    'news.read': 'lire les articles',
    'news.write': 'rédiger des articles',
    'news.publish': 'publier des articles',
    'news.approve': 'approuver les articles des autres',
    'broadcasts.read': 'lire les notifications push',
    'broadcasts.write': 'rédiger des notifications push',
    'broadcasts.send': 'envoyer des notifications push',
    'broadcasts.approve': 'approuver les notifications push des autres',
    'messages.read': 'lire les conversations',
    'messages.write': 'répondre aux conversations',
    'ratings.read': 'lire les évaluations',
    'ratings.write': 'répondre aux évaluations',
    'members.read': 'consulter les membres',
    'members.write': 'modifier les membres',
    'members.deactivate': 'désactiver des membres',
    'members.export': 'exporter les membres',
    'members.administer': 'supprimer et effacer des membres',
    'items.read': 'consulter les éléments de tous',
    'items.write': 'modifier les éléments de tous',
    'statistics.read': 'consulter les statistiques',
    'audit_log.read': 'consulter le journal d’audit',
    'team.read': 'consulter les comptes administrateurs',
    'team.administer': 'gérer les comptes administrateurs et les rôles',
  },
} as const satisfies Record<Locale, Record<Permission, string>>;

export const rolesAudit = {
  role: {
    en: { name: 'role', words: { name: 'Name', permissions: 'Permissions', ...permissionNames.en } },
    fr: { name: 'rôle', words: { name: 'Nom', permissions: 'Autorisations', ...permissionNames.fr } },
  },
  api_key: {
    en: {
      name: 'API key',
      words: { name: 'Name', permissions: 'Permissions', expires_at: 'Expires', ...permissionNames.en },
    },
    fr: {
      name: 'clé d’API',
      words: { name: 'Nom', permissions: 'Autorisations', expires_at: 'Expire', ...permissionNames.fr },
    },
  },
} as const satisfies AuditedNames;
