import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { formatMoment } from '../../../platform/dates.ts';
import { t } from './news.editing.texts.ts';

export const titlesOf = ({ translations: { fr, en } }: NewsContent) => ({
  fr: fr?.title ?? null,
  en: en?.title ?? null,
});

/** When an article goes online, and offline again. */
export function whenText(
  { status, visible_from, visible_to, has_changes }: NewsPublic,
  mayPublish: boolean,
): string {
  const end = visible_to ? ` ${t.until(formatMoment(visible_to))}` : '';
  if (status === 'scheduled' && visible_from) return t.scheduledFor(formatMoment(visible_from)) + end;
  if (status !== 'published') return '';
  if (!has_changes) return t.membersSee + end;
  return (mayPublish ? t.membersSeeBefore : t.membersSeeOld) + end;
}
