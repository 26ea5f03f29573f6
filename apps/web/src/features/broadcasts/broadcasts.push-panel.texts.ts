import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Push notification',
    offer: 'Tell members about this article. Each article gets one notification.',
    begun: 'A notification for this article has not been sent yet.',
    onceOnly: 'Each article gets one notification.',
    write: 'Send a notification…',
    open: 'Open the notification',
  },
  fr: {
    title: 'Notification push',
    offer: 'Annoncez cet article aux membres, par une seule notification.',
    begun: 'La notification de cet article n’est pas encore partie.',
    onceOnly: 'Une seule notification par article.',
    write: 'Envoyer une notification…',
    open: 'Ouvrir la notification',
  },
});
