import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'The next 7 days',
    today: 'Today',
    nothing: 'Nothing planned',
    reserve: 'Message from the reserve',
    message: 'Daily message:',
    draft: 'Draft:',
    article: 'Article:',
    push: 'Notification:',
  },
  fr: {
    title: 'Les 7 prochains jours',
    today: 'Aujourd’hui',
    nothing: 'Rien de prévu',
    reserve: 'Message tiré de la réserve',
    message: 'Message du jour :',
    draft: 'Brouillon :',
    article: 'Article :',
    push: 'Notification :',
  },
});
