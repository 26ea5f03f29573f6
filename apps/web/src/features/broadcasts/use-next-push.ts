import { t } from './broadcasts.push-panel.texts.ts';
import { useBroadcastsAbout } from './broadcasts.queries.ts';

/** Page of the one push that an article can have, as long as none was sent; undefined while loading. */
export function useNextPush(article: string): { label: string; path: string } | undefined {
  const pushes = useBroadcastsAbout(article);
  if (!pushes || pushes.some(({ is_claimed }) => is_claimed)) return undefined;
  const draft = pushes.find(({ status }) => status === 'draft' || status === 'missed');
  return draft
    ? { label: t.open, path: `/broadcast/${draft.id}` }
    : { label: t.write, path: `/broadcast/new?article=${article}` };
}
