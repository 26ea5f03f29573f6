import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { broadcasts: 'Push notifications', newBroadcast: 'New notification' },
  fr: { broadcasts: 'Notifications push', newBroadcast: 'Nouvelle notification' },
});
