import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Weekly summary',
    intro: 'Do you no longer want the figures of the week by email on Mondays?',
    action: 'Stop getting it',
    done: 'That was the last one',
    doneText: 'You will not get the weekly summary any more. You can turn it on again in your account.',
  },
  fr: {
    title: 'Résumé hebdomadaire',
    intro: 'Ne voulez-vous plus recevoir les chiffres de la semaine par e-mail le lundi ?',
    action: 'Ne plus le recevoir',
    done: 'C’était le dernier',
    doneText: 'Vous ne recevrez plus le résumé hebdomadaire. Vous pouvez le réactiver dans votre compte.',
  },
});
