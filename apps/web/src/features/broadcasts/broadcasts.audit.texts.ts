import { broadcastsAudit } from '@agora/contract/features/broadcasts/broadcasts.audit';
import type { NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = broadcastsAudit.broadcast;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: {
    the: 'the push notification',
    many: 'Push notifications',
    ...en.words,
  },
  fr: {
    the: 'la notification push',
    many: 'Notifications push',
    ...fr.words,
  },
});

export const segmentWords = defineTexts({
  en: { the: 'the segment', many: 'Segments', ...broadcastsAudit.segment.en.words },
  fr: { the: 'le segment', many: 'Segments', ...broadcastsAudit.segment.fr.words },
});

export const changes: readonly NamedChange[] = [
  {
    field: 'status',
    to: 'scheduled',
    en: 'scheduled the push notification',
    fr: 'a programmé la notification push',
  },
  {
    field: 'status',
    to: 'draft',
    en: 'cancelled the schedule of the push notification',
    fr: 'a annulé la programmation de la notification push',
  },
  {
    field: 'status',
    from: 'scheduled',
    to: 'sending',
    en: 'started sending the push notification',
    fr: 'a commencé l’envoi de la notification push',
  },
  {
    field: 'status',
    from: 'paused',
    to: 'sending',
    en: 'resumed the push notification',
    fr: 'a repris l’envoi de la notification push',
  },
  { field: 'status', to: 'sending', en: 'sent the push notification', fr: 'a envoyé la notification push' },
  {
    field: 'status',
    to: 'paused',
    en: 'paused the push notification',
    fr: 'a mis en pause la notification push',
  },
  {
    field: 'status',
    to: 'sent',
    en: 'finished sending the push notification',
    fr: 'a terminé l’envoi de la notification push',
  },
  {
    field: 'status',
    to: 'missed',
    en: 'missed the time of the push notification',
    fr: 'n’a pas envoyé à temps la notification push',
  },
  {
    field: 'status',
    from: 'sending',
    to: 'cancelled',
    en: 'stopped the push notification',
    fr: 'a arrêté l’envoi de la notification push',
  },
  {
    field: 'status',
    from: 'paused',
    to: 'cancelled',
    en: 'stopped the push notification',
    fr: 'a arrêté l’envoi de la notification push',
  },
  {
    field: 'status',
    to: 'cancelled',
    en: 'cancelled the push notification',
    fr: 'a annulé la notification push',
  },
];
