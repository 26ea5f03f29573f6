import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    news: 'Articles are saved as you write, and members see them only once you publish. A published article keeps its text until you publish your changes. Versions bring back what it said before, and each article can be announced by one notification.',
  },
  fr: {
    news: 'Les articles s’enregistrent pendant que vous écrivez, et les membres ne les voient qu’une fois publiés. Un article publié garde son texte jusqu’à ce que vous publiiez vos modifications. Les versions permettent de revenir à un texte précédent, et chaque article peut être annoncé par une notification.',
  },
});
