import type { AuditedNames } from '../../shared/audited.ts';

export const messagesAudit = {
  message: { fr: 'conversation', en: 'conversation' },
  reply_template: { fr: 'modèle de réponse', en: 'reply template' },
} as const satisfies AuditedNames;
