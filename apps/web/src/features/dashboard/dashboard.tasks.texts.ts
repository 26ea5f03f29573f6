import { defineTexts, plural } from '../../platform/i18n.ts';

const days = (reserve: number): string =>
  reserve === 0 ? 'In the next 14 days: members see nothing.' : 'In the next 14 days: the reserve fills in.';

export const t = defineTexts({
  en: {
    title: 'To do today',
    about: (action: string, what: string) => `${action}: ${what}`,
    nothing: 'Nothing is waiting for you',
    nothingNote: 'Conversations and notifications are up to date, and the next 14 days are planned.',
    today_title: 'Daily message',
    today_reserve: 'Daily message, from the reserve',
    today_draft: 'Today’s message is still a draft',
    today_none: 'No message planned for today',
    today_noneNote: 'Members see nothing today.',
    today_reserveNote: 'Members get a message from the reserve.',
    today_open: 'Open',
    today_write: 'Write',
    broadcasts_missed_title: (count: number) =>
      plural(count, { one: 'notification was not sent', other: 'notifications were not sent' }),
    broadcasts_missed_note: 'The planned time has passed: send or cancel.',
    broadcasts_missed_action: 'Decide',
    broadcasts_paused_title: (count: number) =>
      plural(count, { one: 'notification is paused', other: 'notifications are paused' }),
    broadcasts_paused_note: 'Something is blocking the send.',
    broadcasts_paused_action: 'See why',
    broadcasts_to_approve_title: (count: number) =>
      plural(count, { one: 'notification to approve', other: 'notifications to approve' }),
    broadcasts_to_approve_note: 'Colleagues wait for your decision.',
    broadcasts_to_approve_action: 'Decide',
    news_to_approve_title: (count: number) =>
      plural(count, { one: 'article to approve', other: 'articles to approve' }),
    news_to_approve_note: 'Colleagues wait for your decision.',
    news_to_approve_action: 'Decide',
    messages_overdue_title: (count: number) =>
      plural(count, { one: 'overdue conversation', other: 'overdue conversations' }),
    messages_overdue_note: 'Waiting for over 24 hours, oldest first.',
    messages_overdue_action: 'Reply',
    ratings_low_title: (count: number) =>
      plural(count, { one: 'comment with 1 or 2 stars', other: 'comments with 1 or 2 stars' }),
    ratings_low_note: 'Of the last 7 days, not answered.',
    ratings_low_action: 'Reply',
    days_draft_title: (count: number) =>
      plural(count, { one: 'draft due within 7 days', other: 'drafts due within 7 days' }),
    days_draft_note: 'Messages of the next 7 days that are not ready.',
    days_draft_action: 'Finish',
    days_without_fr_title: (count: number) =>
      plural(count, { one: 'message without French', other: 'messages without French' }),
    days_without_fr_note: 'In the next 14 days.',
    days_without_fr_action: 'Translate',
    days_without_en_title: (count: number) =>
      plural(count, { one: 'message without English', other: 'messages without English' }),
    days_without_en_note: 'In the next 14 days.',
    days_without_en_action: 'Translate',
    days_missing_title: (count: number) =>
      plural(count, { one: 'day without a message', other: 'days without a message' }),
    days_missing_note: days,
    days_missing_action: 'Plan',
  },
  fr: {
    title: 'À faire aujourd’hui',
    about: (action, what) => `${action} : ${what}`,
    nothing: 'Rien ne vous attend',
    nothingNote: 'Conversations et notifications sont à jour, et les 14 prochains jours sont planifiés.',
    today_title: 'Message du jour',
    today_reserve: 'Message du jour, tiré de la réserve',
    today_draft: 'Le message d’aujourd’hui est encore un brouillon',
    today_none: 'Aucun message prévu aujourd’hui',
    today_noneNote: 'Les membres ne voient rien aujourd’hui.',
    today_reserveNote: 'Les membres reçoivent un message de la réserve.',
    today_open: 'Ouvrir',
    today_write: 'Écrire',
    broadcasts_missed_title: (count) =>
      plural(count, { one: 'notification n’est pas partie', other: 'notifications ne sont pas parties' }),
    broadcasts_missed_note: 'L’heure prévue est passée : envoyez ou annulez.',
    broadcasts_missed_action: 'Choisir',
    broadcasts_paused_title: (count) =>
      plural(count, { one: 'notification en pause', other: 'notifications en pause' }),
    broadcasts_paused_note: 'Quelque chose empêche l’envoi.',
    broadcasts_paused_action: 'Voir pourquoi',
    broadcasts_to_approve_title: (count) =>
      plural(count, { one: 'notification à approuver', other: 'notifications à approuver' }),
    broadcasts_to_approve_note: 'Des collègues attendent votre décision.',
    broadcasts_to_approve_action: 'Décider',
    news_to_approve_title: (count) =>
      plural(count, { one: 'article à approuver', other: 'articles à approuver' }),
    news_to_approve_note: 'Des collègues attendent votre décision.',
    news_to_approve_action: 'Décider',
    messages_overdue_title: (count) =>
      plural(count, { one: 'conversation en retard', other: 'conversations en retard' }),
    messages_overdue_note: 'Sans réponse depuis plus de 24 heures, les plus anciennes d’abord.',
    messages_overdue_action: 'Répondre',
    ratings_low_title: (count) =>
      plural(count, { one: 'commentaire à 1 ou 2 étoiles', other: 'commentaires à 1 ou 2 étoiles' }),
    ratings_low_note: 'Sur les 7 derniers jours, sans réponse.',
    ratings_low_action: 'Répondre',
    days_draft_title: (count) =>
      plural(count, {
        one: 'brouillon à terminer d’ici 7 jours',
        other: 'brouillons à terminer d’ici 7 jours',
      }),
    days_draft_note: 'Messages des 7 prochains jours qui ne sont pas prêts.',
    days_draft_action: 'Terminer',
    days_without_fr_title: (count) =>
      plural(count, { one: 'message sans français', other: 'messages sans français' }),
    days_without_fr_note: 'Dans les 14 prochains jours.',
    days_without_fr_action: 'Traduire',
    days_without_en_title: (count) =>
      plural(count, { one: 'message à traduire en anglais', other: 'messages à traduire en anglais' }),
    days_without_en_note: 'Dans les 14 prochains jours.',
    days_without_en_action: 'Traduire',
    days_missing_title: (count) => plural(count, { one: 'jour sans message', other: 'jours sans message' }),
    days_missing_note: (reserve) =>
      reserve === 0
        ? 'Dans les 14 prochains jours : les membres ne voient rien.'
        : 'Dans les 14 prochains jours : la réserve prend le relais.',
    days_missing_action: 'Planifier',
  },
});
