import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    broadcast: 'Push notifications',
    broadcastEmpty: 'No notification sent yet',
    broadcastText: 'Notifications to the phones of the community will be written and followed here.',
    toDashboard: 'Back to the dashboard',
  },
  fr: {
    broadcast: 'Notifications push',
    broadcastEmpty: 'Aucune notification envoyée',
    broadcastText: 'Les notifications vers les téléphones de la communauté se rédigeront et se suivront ici.',
    toDashboard: 'Retour au dashboard',
  },
});
