import { contract } from '@agora/contract';
import { requireRow } from '../../../platform/db/rows.ts';
import type { RouteDeps } from '../../../platform/deps.ts';
import { done, page } from '../../../platform/http/answers.ts';
import { router } from '../../../platform/http/router.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  listTemplates,
} from './messages.reply-templates.queries.ts';
import { changeTemplate, createTemplate, toTemplate } from './messages.reply-templates.service.ts';

export const replyTemplatesRoutes = (deps: RouteDeps) => {
  const { db } = deps;
  return router(contract.replyTemplates, {
    readReplyTemplates: ({ query }) => page(listTemplates(db, query), countTemplates(db), toTemplate),
    createReplyTemplate: async ({ body }) => ({
      status: 200,
      body: await db.transaction((tx) => createTemplate({ ...deps, db: tx }, body)),
    }),
    readReplyTemplate: async ({ params }) => ({
      status: 200,
      body: toTemplate(await requireRow(findTemplate(db, params.id), 'reply_template_not_found')),
    }),
    updateReplyTemplate: async ({ params, body }) => ({
      status: 200,
      body: await db.transaction((tx) => changeTemplate({ ...deps, db: tx }, params.id, body)),
    }),
    deleteReplyTemplate: async ({ params }) => {
      await db.transaction((tx) => requireRow(deleteTemplate(tx, params.id), 'reply_template_not_found'));
      return done('Reply template deleted successfully');
    },
  });
};
