import { defineTexts, plural } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    today: 'Message of the day',
    todayNone: 'There is no message today.',
    news: 'Latest news',
    newsNone: 'Nothing has been published yet.',
    account: 'My account',
    since: (date: string) => `Member since ${date}`,
    seeAccount: 'Open my account',
    items: 'My items',
    itemsCount: (count: number) => plural(count, { one: 'item', other: 'items' }),
    seeItems: 'See my items',
    app: 'In the mobile app',
    appText: (email: string) =>
      `Sign in to the app with ${email} to read whole articles, write to the team and receive notifications.`,
  },
  fr: {
    today: 'Message du jour',
    todayNone: 'Il n’y a pas de message aujourd’hui.',
    news: 'Dernières news',
    newsNone: 'Rien n’est encore publié.',
    account: 'Mon compte',
    since: (date) => `Membre depuis le ${date}`,
    seeAccount: 'Ouvrir mon compte',
    items: 'Mes éléments',
    itemsCount: (count) => plural(count, { one: 'élément', other: 'éléments' }),
    seeItems: 'Voir mes éléments',
    app: 'Dans l’application mobile',
    appText: (email) =>
      `Connectez-vous à l’application avec ${email} pour lire les articles en entier, écrire à l’équipe et recevoir les notifications.`,
  },
});
