import { broadcastsAudit } from '@agora/contract/features/broadcasts/broadcasts.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = broadcastsAudit.broadcast;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the push notification', many: 'Push notifications', ...en.words },
  fr: { the: 'la notification push', many: 'Notifications push', ...fr.words },
});
