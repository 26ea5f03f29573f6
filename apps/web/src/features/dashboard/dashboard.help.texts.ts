import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    dashboard:
      '“To do today” lists what waits for the team, each with one action. The week shows everything that goes out. Below, trends compare a period of your choice with the one before; click a figure or a bar to see what it counts.',
  },
  fr: {
    dashboard:
      '« À faire aujourd’hui » réunit ce qui attend l’équipe, avec une action pour chaque point. La semaine montre tout ce qui part. En dessous, les tendances comparent la période choisie à la précédente ; cliquez sur un chiffre ou une barre pour voir ce qu’il compte.',
  },
});
