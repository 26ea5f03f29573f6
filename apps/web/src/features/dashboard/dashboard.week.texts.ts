import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'The next 7 days',
    today: 'Today',
    nothing: 'Nothing planned',
    reserve: 'From the reserve',
    message: 'Daily message:',
    article: 'Article:',
    push: 'Notification:',
  },
  fr: {
    title: 'Les 7 prochains jours',
    today: 'Aujourd’hui',
    nothing: 'Rien de prévu',
    reserve: 'Tiré de la réserve',
    message: 'Message du jour :',
    article: 'Article :',
    push: 'Notification :',
  },
});
