import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Push notification',
    onceOnly: 'Each article gets one notification.',
    write: 'Notify members…',
    open: 'Open the notification',
  },
  fr: {
    title: 'Notification push',
    onceOnly: 'Une seule notification par article.',
    write: 'Prévenir les membres…',
    open: 'Ouvrir la notification',
  },
});
