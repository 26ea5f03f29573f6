import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: { dailyMessage: 'Daily message', newDailyMessage: 'New daily message' },
  fr: { dailyMessage: 'Message du jour', newDailyMessage: 'Nouveau message du jour' },
});
