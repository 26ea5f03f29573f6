import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: (name: string) => `Write to ${name}`,
    text: 'They get it in the app, by email and as a notification, and can reply.',
    subject: 'Subject',
    body: 'Message',
    bodyEmpty: 'Write a message',
    tooLong: (max: string) => `At most ${max} characters`,
    templates: 'Insert a template',
    send: 'Send',
    sent: 'Message sent.',
    open: 'Open the conversation',
  },
  fr: {
    title: (name) => `Écrire à ${name}`,
    text: 'Le membre reçoit le message dans l’application, par e-mail et en notification, et peut y répondre.',
    subject: 'Objet',
    body: 'Message',
    bodyEmpty: 'Écrivez un message',
    tooLong: (max) => `Au plus ${max} caractères`,
    templates: 'Insérer un modèle',
    send: 'Envoyer',
    sent: 'Message envoyé.',
    open: 'Ouvrir la conversation',
  },
});
