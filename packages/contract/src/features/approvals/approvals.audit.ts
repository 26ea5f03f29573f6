import type { AuditedNames } from '../../shared/audited.ts';

export const approvalsAudit = {
  approval: {
    en: {
      name: 'request for approval',
      words: {
        note: 'Note',
        devices: 'Devices',
        due_at: 'Planned for',
        held_at: 'Held since',
        decision: 'Decision',
        comment: 'Comment',
        approved: 'Approved',
        sent_back: 'Sent back',
        withdrawn: 'Withdrawn',
        outdated: 'Changed since',
      },
    },
    fr: {
      name: 'demande d’approbation',
      words: {
        note: 'Mot joint',
        devices: 'Appareils',
        due_at: 'Prévue pour',
        held_at: 'Retenue depuis',
        decision: 'Décision',
        comment: 'Commentaire',
        approved: 'Approuvée',
        sent_back: 'Renvoyée',
        withdrawn: 'Retirée',
        outdated: 'Modifiée depuis',
      },
    },
  },
} as const satisfies AuditedNames;
