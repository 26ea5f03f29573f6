import type { Dashboard } from '@agora/contract/features/dashboard/dashboard.contract';
import { defineTexts, formatNumber, plural } from '../../platform/i18n.ts';

type Plan = Pick<Dashboard['daily_messages'], 'missing' | 'reserve'>;

export const t = defineTexts({
  en: {
    title: 'Dashboard',
    hello: (name: string) => `Hello ${name}`,
    helloNobody: 'Hello',
    overview: 'Where your community stands today.',
    overviewUser: 'Your space at a glance.',
    members: 'Members',
    newMembers: 'New this week',
    admins: 'Administrators',
    awaiting: 'Messages awaiting reply',
    unassigned: (count: number) => `${formatNumber(count)} unassigned`,
    ratingsOf: (count: number) =>
      `out of 5, ${plural(count, { one: 'rating', other: 'ratings' })} of the app`,
    missingDays: 'Days without a message',
    missingNote: ({ missing, reserve }: Plan): string =>
      missing === 0
        ? 'the next 14 days are written'
        : reserve === 0
          ? 'of the next 14: nothing is shown'
          : 'of the next 14: the reserve fills them',
    lastPush: 'Last push notification',
    noPush: 'none has been sent yet',
    openedNote: (opened: number, sent: number) =>
      `opened by ${plural(opened, { one: 'member', other: 'members' })}, on ${plural(sent, { one: 'device', other: 'devices' })}`,
    pausedPushes: 'Notifications that paused',
    pausedNote: 'something keeps them from going out',
    missedPushes: 'Notifications not sent',
    missedNote: 'their time is over: send them, or drop them',
    previous: (count: number) => `${formatNumber(count)} the week before`,
    signups: 'Sign-ups per day',
    signupsOf: (count: number) => `${plural(count, { one: 'sign-up', other: 'sign-ups' })} in this period`,
    day: 'Day',
    count: 'Sign-ups',
    range: 'Period',
    days: (days: number) => `${days} days`,
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    zone: (zone: string) => `Days in the time zone ${zone}`,
    today: 'Today, not over yet',
    shortcuts: 'Go on',
    items: 'Items',
    rates: 'Ratings',
    myItems: 'My items',
    myItemsCount: (count: number) => plural(count, { one: 'item', other: 'items' }),
    seeItems: 'See my items',
    myAccount: 'My account',
    since: (date: string) => `Member since ${date}`,
    seeAccount: 'Open my account',
  },
  fr: {
    title: 'Dashboard',
    hello: (name) => `Bonjour ${name}`,
    helloNobody: 'Bonjour',
    overview: 'Voici où en est votre communauté.',
    overviewUser: 'Votre espace en un coup d’œil.',
    members: 'Membres',
    newMembers: 'Nouveaux cette semaine',
    admins: 'Administrateurs',
    awaiting: 'Messages à traiter',
    unassigned: (count) => `dont ${plural(count, { one: 'non attribuée', other: 'non attribuées' })}`,
    ratingsOf: (count) =>
      `sur 5, ${plural(count, { one: 'évaluation', other: 'évaluations' })} de l’application`,
    missingDays: 'Jours sans message',
    missingNote: ({ missing, reserve }) =>
      missing === 0
        ? 'les 14 prochains jours sont écrits'
        : reserve === 0
          ? 'sur les 14 prochains : rien ne s’affiche'
          : 'sur les 14 prochains : la réserve les remplit',
    lastPush: 'Dernière notification push',
    noPush: 'aucune envoyée pour l’instant',
    openedNote: (opened, sent) =>
      `ouverte par ${plural(opened, { one: 'membre', other: 'membres' })}, pour ${plural(sent, { one: 'appareil', other: 'appareils', many: 'd’appareils' })}`,
    pausedPushes: 'Notifications en pause',
    pausedNote: 'quelque chose les empêche de partir',
    missedPushes: 'Notifications non envoyées',
    missedNote: 'leur heure est passée : envoyez-les, ou renoncez-y',
    previous: (count) => `${formatNumber(count)} la semaine précédente`,
    signups: 'Inscriptions par jour',
    signupsOf: (count) => `${plural(count, { one: 'inscription', other: 'inscriptions' })} sur la période`,
    day: 'Jour',
    count: 'Inscriptions',
    range: 'Période',
    days: (days) => `${days} jours`,
    asTable: 'Afficher en tableau',
    asChart: 'Afficher en graphique',
    zone: (zone) => `Jours du fuseau horaire ${zone}`,
    today: 'Aujourd’hui, en cours',
    shortcuts: 'Continuer',
    items: 'Éléments',
    rates: 'Évaluations',
    myItems: 'Mes éléments',
    myItemsCount: (count) => plural(count, { one: 'élément', other: 'éléments' }),
    seeItems: 'Voir mes éléments',
    myAccount: 'Mon compte',
    since: (date) => `Membre depuis le ${date}`,
    seeAccount: 'Ouvrir mon compte',
  },
});
