import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'In the app',
    text: 'What the app shows this member now: content in their language, and the rest in yours. Looking is in the audit log.',
    today: 'Message of the day',
    noMessage: 'There is no message today.',
    news: 'News',
    noNews: 'No article is published.',
    inbox: 'Messages',
    noConversations: 'No conversation.',
    hidden: 'You can’t read conversations.',
    unread: 'Unread',
    refresh: 'Refresh',
    at: (time: string) => `As of ${time}`,
  },
  fr: {
    title: 'Dans l’application',
    text: 'Ce que l’application montre à ce membre en ce moment : les contenus dans sa langue, le reste dans la vôtre. Cette consultation figure au journal d’audit.',
    today: 'Message du jour',
    noMessage: 'Aucun message aujourd’hui.',
    news: 'News',
    noNews: 'Aucun article publié.',
    inbox: 'Messages',
    noConversations: 'Aucune conversation.',
    hidden: 'Vous ne pouvez pas lire les conversations.',
    unread: 'Non lu',
    refresh: 'Actualiser',
    at: (time) => `État du ${time}`,
  },
});
