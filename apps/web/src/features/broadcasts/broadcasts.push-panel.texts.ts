import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Push notification',
    offer: 'Tell members about this article. Each article is pushed once only.',
    begun: 'A notification about this article has been begun.',
    onceOnly: 'Each article is pushed once only.',
    write: 'Send a push…',
    goOn: 'Continue the notification',
  },
  fr: {
    title: 'Notification push',
    offer: 'Prévenez les membres de cet article. Chaque article n’a qu’une notification.',
    begun: 'Une notification pour cet article est en préparation.',
    onceOnly: 'Chaque article n’a qu’une notification.',
    write: 'Envoyer une notification…',
    goOn: 'Reprendre la notification',
  },
});
