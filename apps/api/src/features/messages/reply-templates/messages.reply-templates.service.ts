import type {
  ReplyTemplate,
  ReplyTemplateCreate,
  ReplyTemplateUpdate,
} from '@agora/contract/features/messages/messages.reply-templates.contract';
import { LIMIT_MAX } from '@agora/contract/shared/limits';
import type { Locale } from '@agora/contract/shared/locale';
import { bodyFor, hasText } from '@agora/contract/shared/placeholders';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../platform/db/client.ts';
import { requireRow } from '../../../platform/db/rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { findUser } from '../../accounts/users/accounts.users.service.ts';
import {
  insertTemplates,
  listTemplates,
  lockTemplate,
  updateTemplate,
} from './messages.reply-templates.queries.ts';
import type { ReplyTemplateRow } from './messages.reply-templates.table.ts';

type Work = Pick<Deps, 'db' | 'now' | 'config'>;

type Bodies = Partial<ReplyTemplate['bodies']>;

export const toTemplate = (row: ReplyTemplateRow): ReplyTemplate => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
});

/** @throws a 422 for a template without a text in the default language */
export function requireDefault({ config }: Pick<Work, 'config'>, bodies: Bodies): void {
  const locale = config.DEFAULT_LOCALE;
  if (hasText(bodies[locale])) return;
  throw fieldProblem('bodies', {
    type: 'default_locale_missing',
    message: `Input should have a text in the default language, '${locale}'`,
    ctx: { locale },
  });
}

/** @throws a 422 */
export async function createTemplate(work: Work, fields: ReplyTemplateCreate): Promise<ReplyTemplate> {
  const bodies = { fr: '', en: '', ...fields.bodies };
  requireDefault(work, bodies);
  const row = { ...fields, bodies, id: uuidv7(), version: 1, updated_at: work.now() };
  await insertTemplates(work.db, [row]);
  return toTemplate(row);
}

/**
 * @param work with a transaction
 * @throws {AppError} `reply_template_not_found`, `version_conflict`, or a 422
 */
export async function changeTemplate(
  work: Work,
  id: string,
  { version, bodies, ...change }: ReplyTemplateUpdate,
): Promise<ReplyTemplate> {
  const row = await requireRow(lockTemplate(work.db, id), 'reply_template_not_found');
  if (version !== undefined && version !== row.version) throw new AppError('version_conflict');
  const changed = {
    ...row,
    ...change,
    bodies: { ...row.bodies, ...bodies },
    version: row.version + 1,
    updated_at: work.now(),
  };
  requireDefault(work, changed.bodies);
  await updateTemplate(work.db, changed);
  return toTemplate(changed);
}

/** The templates filled in for a member. @throws {AppError} `user_not_found` */
export async function readTemplatesFor(db: Db, userId: string, defaultLocale: Locale) {
  const [[member], templates] = await Promise.all([
    findUser(db, { id: userId }),
    listTemplates(db, { skip: 0, limit: LIMIT_MAX }),
  ]);
  if (!member) throw new AppError('user_not_found');
  return templates.map(({ id, title, bodies }) => ({
    id,
    title,
    body: bodyFor(bodies, member, defaultLocale),
  }));
}
