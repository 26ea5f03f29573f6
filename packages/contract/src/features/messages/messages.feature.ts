import type { Feature } from '../../shared/feature.ts';
import { appMessages } from './messages.app.contract.ts';
import { messagesAudit } from './messages.audit.ts';
import { messages } from './messages.contract.ts';
import { messageImages } from './messages.images.contract.ts';
import { inboundMail } from './messages.inbound.contract.ts';
import { replyTemplates } from './messages.reply-templates.contract.ts';
import { messagesErrors } from './messages.rules.ts';

export const messagesFeature = {
  routes: { messages, messageImages, inboundMail, replyTemplates, appMessages },
  errors: messagesErrors,
  audited: messagesAudit,
  readBy: {
    message: { can: 'messages.read' },
    reply_template: { can: 'messages.read' },
    counts: { can: 'messages.read' },
  },
} satisfies Feature;
