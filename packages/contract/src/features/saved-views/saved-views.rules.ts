import type { AuditedNames } from '../../shared/audited.ts';
import type { Errors } from '../../shared/errors.ts';
import { can, type Permission, type Rights } from '../../shared/permissions.ts';

/** Maximum length of the name of a view, in grapheme clusters. */
export const VIEW_NAME_MAX = 60;

/** Maximum length of the address of a view, in code points. */
export const VIEW_QUERY_MAX = 2000;

/** Maximum number of views of a list that a person keeps for themselves, and that all share: each view is counted. */
export const VIEWS_MAX = 6;

/** Lists of the back-office that have saved views, with the permission to open them. */
export const VIEW_LISTS = {
  members: 'members.read',
  admin: 'team.read',
  items: 'items.read',
  news: 'news.read',
  daily_messages: 'daily_messages.read',
  broadcasts: 'broadcasts.read',
  messages: 'messages.read',
  ratings: 'ratings.read',
  audit_log: 'audit_log.read',
} as const satisfies Record<string, Permission>;
export type ViewList = keyof typeof VIEW_LISTS;

/** Lists whose views somebody has: those that they may open. */
export const listsOf = (user: Pick<Rights, 'is_superuser' | 'permissions'>): ViewList[] =>
  (Object.keys(VIEW_LISTS) as ViewList[]).filter((list) => can(user, VIEW_LISTS[list]));

/** Who has a view: its author, or the whole team. */
export const VIEW_VISIBILITIES = ['private', 'all'] as const;

export const savedViewsErrors = {
  saved_view_not_found: [404, 'Saved view not found'],
  saved_view_name_taken: [409, 'A view of this list has this name'],
  too_many_saved_views: [
    409,
    `A list has at most ${VIEWS_MAX} shared views, and ${VIEWS_MAX} of each person`,
  ],
  not_view_author: [409, 'Only the author of a view can keep it for themselves'],
} as const satisfies Errors;

export const savedViewsAudit = {
  saved_view: {
    en: {
      name: 'view',
      words: {
        name: 'Name',
        list: 'List',
        query: 'Filters',
        visibility: 'Visible to',
        private: 'its author',
        all: 'the whole team',
        members: 'Members',
        admin: 'Admin accounts',
        items: 'Items',
        news: 'News',
        daily_messages: 'Message of the day',
        broadcasts: 'Push notifications',
        messages: 'Inbox',
        ratings: 'Ratings',
        audit_log: 'Audit log',
      },
    },
    fr: {
      name: 'vue',
      words: {
        name: 'Nom',
        list: 'Liste',
        query: 'Filtres',
        visibility: 'Visible par',
        private: 'son auteur',
        all: 'toute l’équipe',
        members: 'Membres',
        admin: 'Comptes administrateurs',
        items: 'Éléments',
        news: 'News',
        daily_messages: 'Message du jour',
        broadcasts: 'Notifications push',
        messages: 'Messages reçus',
        ratings: 'Évaluations',
        audit_log: 'Journal d’audit',
      },
    },
  },
} as const satisfies AuditedNames;
