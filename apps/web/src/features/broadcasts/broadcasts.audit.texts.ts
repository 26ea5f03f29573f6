import { broadcastsAudit } from '@agora/contract/features/broadcasts/broadcasts.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = broadcastsAudit.broadcast;

/** Names of the entity in the audit log, with those of its fields and values, and what its changes are called. */
export const t = defineTexts({
  en: {
    the: 'the push notification',
    many: 'Push notifications',
    ...en.words,
    'status=scheduled': 'scheduled the push notification',
    'status=draft': 'cancelled the schedule of the push notification',
    'status=scheduled>sending': 'started sending the push notification',
    'status=paused>sending': 'resumed the push notification',
    'status=sending': 'sent the push notification',
    'status=paused': 'paused the push notification',
    'status=sent': 'finished sending the push notification',
    'status=missed': 'missed the time of the push notification',
    'status=sending>cancelled': 'stopped the push notification',
    'status=paused>cancelled': 'stopped the push notification',
    'status=cancelled': 'cancelled the push notification',
  },
  fr: {
    the: 'la notification push',
    many: 'Notifications push',
    ...fr.words,
    'status=scheduled': 'a programmé la notification push',
    'status=draft': 'a annulé la programmation de la notification push',
    'status=scheduled>sending': 'a commencé l’envoi de la notification push',
    'status=paused>sending': 'a repris l’envoi de la notification push',
    'status=sending': 'a envoyé la notification push',
    'status=paused': 'a mis en pause la notification push',
    'status=sent': 'a terminé l’envoi de la notification push',
    'status=missed': 'n’a pas envoyé à temps la notification push',
    'status=sending>cancelled': 'a arrêté l’envoi de la notification push',
    'status=paused>cancelled': 'a arrêté l’envoi de la notification push',
    'status=cancelled': 'a annulé la notification push',
  },
});
