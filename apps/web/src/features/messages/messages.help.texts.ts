import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    messages:
      'What members write from the app arrives here; the first tab holds what awaits a reply. A reply reaches the member in the app, by email and as a notification, and assigns the conversation to you. Notes stay within the team, and @ in a note alerts a colleague; closing a conversation opens the next one.',
  },
  fr: {
    messages:
      'Ce que les membres écrivent depuis l’application arrive ici ; le premier onglet réunit ce qui attend une réponse. Une réponse parvient au membre dans l’application, par e-mail et en notification, et vous attribue la conversation. Les notes restent au sein de l’équipe, et @ y alerte un collègue ; clore une conversation ouvre la suivante.',
  },
});
