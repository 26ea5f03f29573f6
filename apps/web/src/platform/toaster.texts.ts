import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: { region: 'Notifications', close: 'Close the notification' },
  fr: { region: 'Notifications', close: 'Fermer la notification' },
});
