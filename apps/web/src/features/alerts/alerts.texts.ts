import { defineTexts, plural } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Alerts',
    bell: (unread: number) =>
      unread === 0 ? 'Alerts' : `Alerts: ${plural(unread, { one: 'unread', other: 'unread' })}`,
    markAllRead: 'Mark all as read',
    unread: 'Unread',
    choose: 'Choose which ones you get',
    empty: 'You’re all caught up',
    emptyText:
      'You see here the conversations assigned to you, answers of members, notes that mention you with @, and your push notifications that stop.',
    quoted: (text: string) => `“${text}”`,
    conversation: (number: number) => `conversation #${number}`,
    somebody: 'Somebody',
    assigned: (actor: string, what: string) => `${actor} assigned you ${what}`,
    answered: (member: string, what: string) => `${member} answered in ${what}`,
    mentioned: (actor: string, what: string) => `${actor} mentioned you in ${what}`,
    paused: (what: string) => `Sending paused: ${what}`,
    missed: (what: string) => `Not sent on time: ${what}`,
    stopped: (what: string) => `Sending problem resolved: ${what}`,
    untitled: 'untitled push notification',
  },
  fr: {
    title: 'Alertes',
    bell: (unread) =>
      unread === 0 ? 'Alertes' : `Alertes : ${plural(unread, { one: 'non lue', other: 'non lues' })}`,
    markAllRead: 'Tout marquer comme lu',
    unread: 'Non lue',
    choose: 'Choisir celles que vous recevez',
    empty: 'Rien ne vous attend',
    emptyText:
      'Vous verrez ici les conversations qui vous sont attribuées, les réponses des membres, les notes qui vous mentionnent avec @ et vos notifications push qui s’arrêtent.',
    quoted: (text) => `« ${text} »`,
    conversation: (number) => `la conversation n° ${number}`,
    somebody: 'Quelqu’un',
    assigned: (actor, what) => `${actor} vous a attribué ${what}`,
    answered: (member, what) => `${member} a répondu dans ${what}`,
    mentioned: (actor, what) => `${actor} vous mentionne dans ${what}`,
    paused: (what) => `Envoi en pause : ${what}`,
    missed: (what) => `Non envoyée à l’heure prévue : ${what}`,
    stopped: (what) => `Problème d’envoi réglé : ${what}`,
    untitled: 'notification push sans titre',
  },
});
