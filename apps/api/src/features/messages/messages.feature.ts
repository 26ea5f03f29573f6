import { defineFeature } from '../../platform/feature.ts';
import { appMessagesRoutes } from './app/messages.app.routes.ts';
import { messageImagesRoutes } from './images/messages.images.routes.ts';
import { collectImages, findStrayImages } from './images/messages.images.service.ts';
import { messagesRoutes } from './inbox/messages.routes.ts';
import { inboundMailRoutes } from './mail/messages.inbound.routes.ts';
import { messagesJobs } from './messages.jobs.ts';
import { countWaiting, failStaleMails } from './messages.queries.ts';
import { replyTemplatesRoutes } from './reply-templates/messages.reply-templates.routes.ts';

export const messagesFeature = defineFeature({
  routes: {
    messages: messagesRoutes,
    messageImages: messageImagesRoutes,
    inboundMail: inboundMailRoutes,
    replyTemplates: replyTemplatesRoutes,
    appMessages: appMessagesRoutes,
  },
  secrets: { inboundMail: (config) => config.INBOUND_EMAIL_SECRET },
  jobs: messagesJobs,
  // After the accounts', which orphans images.
  housekeeping: [async ({ db, now }) => failStaleMails(db, now()), collectImages],
  findStrayFiles: findStrayImages,
  gauges: [
    {
      name: 'agora_conversations_waiting',
      help: 'Conversations that wait for an answer of the team.',
      read: countWaiting,
    },
  ],
});
