import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'The next 7 days',
    today: 'Today',
    nothing: 'Nothing planned',
    message: 'Message of the day:',
    article: 'Article:',
    push: 'Notification:',
  },
  fr: {
    title: 'Les 7 prochains jours',
    today: 'Aujourd’hui',
    nothing: 'Rien de prévu',
    message: 'Message du jour :',
    article: 'Article :',
    push: 'Notification :',
  },
});
