import { contract } from '@agora/contract';
import type { RouteDeps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { router } from '../../../platform/http/router.ts';
import { countTemplates, deleteTemplate, listTemplates } from './messages.reply-templates.queries.ts';
import {
  changeTemplate,
  createTemplate,
  readTemplate,
  toTemplate,
} from './messages.reply-templates.service.ts';

export const replyTemplatesRoutes = (deps: RouteDeps) => {
  const { db } = deps;
  return router(contract.replyTemplates, {
    readReplyTemplates: async ({ query }) => {
      const [rows, count] = await Promise.all([listTemplates(db, query), countTemplates(db)]);
      return { status: 200, body: { data: rows.map(toTemplate), count } };
    },
    createReplyTemplate: async ({ body }) => ({
      status: 200,
      body: await db.transaction((tx) => createTemplate({ ...deps, db: tx }, body)),
    }),
    readReplyTemplate: async ({ params }) => ({ status: 200, body: await readTemplate(db, params.id) }),
    updateReplyTemplate: async ({ params, body }) => ({
      status: 200,
      body: await db.transaction((tx) => changeTemplate({ ...deps, db: tx }, params.id, body)),
    }),
    deleteReplyTemplate: async ({ params }) => {
      const deleted = await db.transaction((tx) => deleteTemplate(tx, params.id));
      if (deleted.length === 0) throw new AppError('reply_template_not_found');
      return { status: 200, body: { message: 'Reply template deleted successfully' } };
    },
  });
};
