import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    broadcasts:
      'Write a notification in both languages, choose who gets it, and send it now or at a chosen time. A test goes to your own phones first. Once it is sent, its page shows how many devices accepted it and how many members opened it; if you stop it, those who have not received it yet will not get it.',
  },
  fr: {
    broadcasts:
      'Écrivez une notification dans les deux langues, choisissez ses destinataires, et envoyez-la maintenant ou plus tard. Un test va d’abord sur vos propres téléphones. Après l’envoi, sa page montre combien d’appareils l’ont acceptée et combien de membres l’ont ouverte ; si vous arrêtez l’envoi, ceux qui ne l’ont pas encore reçue ne la recevront pas.',
  },
});
