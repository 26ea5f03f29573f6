import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    broadcast: 'Push notifications',
    broadcastEmpty: 'No notification sent yet',
    broadcastText: 'Notifications to the phones of the community will be written and followed here.',
    messages: 'Received messages',
    messagesEmpty: 'No message received',
    messagesText: 'What members write from the app will arrive here, and be answered from here.',
    rates: 'Ratings',
    ratesEmpty: 'No rating yet',
    ratesText: 'The stars and comments that members give in the app will be read here.',
    toDashboard: 'Back to the dashboard',
  },
  fr: {
    broadcast: 'Notifications push',
    broadcastEmpty: 'Aucune notification envoyée',
    broadcastText: 'Les notifications vers les téléphones de la communauté se rédigeront et se suivront ici.',
    messages: 'Messages reçus',
    messagesEmpty: 'Aucun message reçu',
    messagesText: 'Ce que les membres écrivent depuis l’application arrivera ici, et on y répondra d’ici.',
    rates: 'Évaluations',
    ratesEmpty: 'Aucune évaluation pour l’instant',
    ratesText: 'Les étoiles et les commentaires que les membres donnent dans l’application se liront ici.',
    toDashboard: 'Retour au dashboard',
  },
});
