import { defineTexts, formatNumber, plural } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Dashboard',
    hello: (name: string) => `Hello ${name}`,
    helloNobody: 'Hello',
    overview: 'Here is where your community stands today.',
    overviewUser: 'Your space at a glance.',
    view_today: 'Today',
    view_statistics: 'Statistics',
    members: 'Members',
    newMembers: 'New in 7 days',
    admins: 'Team',
    awaiting: 'Conversations awaiting reply',
    unassigned: (count: number) => `${formatNumber(count)} unassigned`,
    ratingsOf: (count: number) =>
      `out of 5, ${plural(count, { one: 'rating', other: 'ratings' })} of the app`,
    lastPush: 'Last push notification',
    noPush: 'none has been sent yet',
    openedNote: (opened: number, reached: number) =>
      `opened by ${formatNumber(opened)} of ${plural(reached, { one: 'member', other: 'members' })}`,
    previous: (count: number) => `${formatNumber(count)} in the 7 days before`,
    rates: 'Ratings',
  },
  fr: {
    title: 'Dashboard',
    hello: (name) => `Bonjour ${name}`,
    helloNobody: 'Bonjour',
    overview: 'Voici où en est votre communauté.',
    overviewUser: 'Votre espace en un coup d’œil.',
    view_today: 'Aujourd’hui',
    view_statistics: 'Statistiques',
    members: 'Membres',
    newMembers: 'Nouveaux en 7 jours',
    admins: 'Équipe',
    awaiting: 'Conversations à traiter',
    unassigned: (count) => `dont ${plural(count, { one: 'non attribuée', other: 'non attribuées' })}`,
    ratingsOf: (count) =>
      `sur 5, ${plural(count, { one: 'évaluation', other: 'évaluations' })} de l’application`,
    lastPush: 'Dernière notification push',
    noPush: 'aucune envoyée pour l’instant',
    openedNote: (opened, reached) =>
      `ouverte par ${plural(opened, { one: 'membre', other: 'membres', many: 'de membres' })} sur ${formatNumber(reached)}`,
    previous: (count) => `contre ${formatNumber(count)} les 7 jours précédents`,
    rates: 'Évaluations',
  },
});
