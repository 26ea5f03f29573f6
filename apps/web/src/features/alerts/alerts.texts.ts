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
      'You see here the conversations assigned to you, answers of members, notes that mention you with @, your push notifications that stop, and requests for approval.',
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
    untitledArticle: 'untitled article',
    approval_waiting: (what: string, actor: string) => `${actor} asks you to approve ${what}`,
    approval_held: (what: string, _actor: string) => `Held, not approved in time: ${what}`,
    approval_approved: (what: string, actor: string) => `${actor} approved ${what}`,
    approval_sent_back: (what: string, actor: string) => `${actor} asks for changes: ${what}`,
    approval_withdrawn: (what: string, actor: string) =>
      `${actor} withdrew the request for approval: ${what}`,
    approval_outdated: (what: string, actor: string) =>
      `${actor} made a change that ended the request: ${what}`,
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
      'Vous verrez ici les conversations qui vous sont attribuées, les réponses des membres, les notes qui vous mentionnent avec @, vos notifications push qui s’arrêtent et les demandes d’approbation.',
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
    untitledArticle: 'article sans titre',
    approval_waiting: (what, actor) => `${actor} vous demande d’approuver ${what}`,
    approval_held: (what) => `En suspens, pas d’approbation à temps : ${what}`,
    approval_approved: (what, actor) => `${actor} a approuvé ${what}`,
    approval_sent_back: (what, actor) => `${actor} demande des modifications : ${what}`,
    approval_withdrawn: (what, actor) => `${actor} a retiré la demande d’approbation : ${what}`,
    approval_outdated: (what, actor) => `${actor} a fait une modification qui met fin à la demande : ${what}`,
  },
});
