import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    device_not_found: 'This device is gone.',
    push_provider_unavailable: 'The service has no keys for this push provider: ask your technical team.',
    no_test_device:
      'None of your devices is registered: sign in to the app on your phone with this account, and allow notifications.',
  },
  fr: {
    device_not_found: 'Cet appareil n’existe plus.',
    push_provider_unavailable:
      'Le service n’a pas de clés pour ce fournisseur de notifications : demandez-les à la personne qui gère le service.',
    no_test_device:
      'Aucun de vos appareils n’est enregistré : connectez-vous à l’application sur votre téléphone avec ce compte, et autorisez les notifications.',
  },
});
