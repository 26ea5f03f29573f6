import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    dailyMessages:
      'Each day shows one message to all members, written here in advance. Only messages marked as ready appear in the app; an empty day takes one from the reserve. Drag a message to another day, or import a month from a spreadsheet.',
  },
  fr: {
    dailyMessages:
      'Chaque jour montre un message à tous les membres, écrit ici à l’avance. Seuls les messages prêts paraissent dans l’application ; un jour vide prend un message de la réserve. Déplacez un message à la souris, ou importez un mois depuis un tableur.',
  },
});
