import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Push notification',
    offer: 'Tell members about this article. Each article gets one notification.',
    begun: 'A notification for this article is in progress.',
    onceOnly: 'Each article gets one notification.',
    write: 'Send a notification…',
    goOn: 'Continue the notification',
  },
  fr: {
    title: 'Notification push',
    offer: 'Annoncez cet article aux membres. Chaque article n’a qu’une notification.',
    begun: 'Une notification pour cet article est en préparation.',
    onceOnly: 'Chaque article n’a qu’une notification.',
    write: 'Envoyer une notification…',
    goOn: 'Reprendre la notification',
  },
});
