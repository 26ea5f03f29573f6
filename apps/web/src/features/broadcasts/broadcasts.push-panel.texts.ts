import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Push notification',
    offer: 'Tell members about this article. Each article is pushed once only.',
    begun: 'A notification about this article has been begun.',
    onceOnly: 'Each article is pushed once only.',
    write: 'Send a push…',
    goOn: 'Go on with the notification',
  },
  fr: {
    title: 'Notification push',
    offer: 'Prévenez les membres de cet article. Chaque article n’a qu’une notification.',
    begun: 'Une notification sur cet article est commencée.',
    onceOnly: 'Chaque article n’a qu’une notification.',
    write: 'Envoyer une notification…',
    goOn: 'Continuer la notification',
  },
});
