import { approvalsAudit } from '@agora/contract/features/approvals/approvals.audit';
import type { NamedChange } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = approvalsAudit.approval;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the request for approval', many: 'Requests for approval', ...en.words },
  fr: { the: 'la demande d’approbation', many: 'Demandes d’approbation', ...fr.words },
});

export const changes: readonly NamedChange[] = [
  { action: 'created', en: 'asked for approval of', fr: 'a demandé l’approbation de' },
  { field: 'decision', to: 'approved', en: 'approved', fr: 'a approuvé' },
  { field: 'decision', to: 'sent_back', en: 'sent back', fr: 'a renvoyé' },
  {
    field: 'decision',
    to: 'withdrawn',
    en: 'withdrew the request for approval of',
    fr: 'a retiré la demande d’approbation de',
  },
  {
    field: 'decision',
    to: 'outdated',
    en: 'ended, by a change, the request for approval of',
    fr: 'a mis fin, par un changement, à la demande d’approbation de',
  },
  {
    field: 'held_at',
    en: 'held, for lack of approval in time,',
    fr: 'a retenu, faute d’approbation à temps,',
  },
];
