import { contract } from 'virtual:contract';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useAudience, useBroadcastsAbout } from '../../broadcasts/broadcasts.queries.ts';
import { t as news } from '../news.texts.ts';
import { t } from './news.publish.texts.ts';
import { Checklist, useChecks } from './publish-checklist.tsx';
import { type Check, isPublishable } from './publish-checks.ts';

/** All members who accept pushes about news. */
const EVERYONE = {
  audience: { everyone: true },
  category: 'news',
  missing_locale: 'fallback',
  complete_locales: ['fr', 'en'],
} as const satisfies Parameters<typeof useAudience>[0];

interface PublishModalProps {
  article: NewsPublic;
  content: NewsContent;
  /** Undefined for those who do not write, as `onReady`. */
  onFix: ((fix: NonNullable<Check['fix']>) => void) | undefined;
  onReady: ((locale: 'fr' | 'en') => void) | undefined;
  onPublish: () => void;
  /** Publishes, and opens the push about the article; undefined if it already has one or the user writes none. */
  onPublishAndNotify: (() => void) | false | undefined;
  /** Field of the note to those who approve; undefined if nobody has to. */
  note: ReactNode;
  onClose: () => void;
}

/** Checklist before an article is published. */
export function PublishModal(props: PublishModalProps) {
  const { article, content, onFix, onReady, onPublish, onPublishAndNotify, note, onClose } = props;
  const pushText = usePushText(article.id);
  const checks: Check[] = [
    ...useChecks(content, article),
    ...(pushText ? [{ text: pushText }] : []),
    { text: note ? t.whenApproved : whenText(article) },
  ];
  const canPublish = isPublishable(checks);
  return (
    <Dialog
      title={note ? t.askTitle : t.title}
      // Those who do not write have nothing to go on with.
      {...(onFix && { close: t.keep })}
      onClose={onClose}
      onSubmit={() => canPublish && onPublish()}
      actions={
        <>
          {onPublishAndNotify && (
            <Button variant="default" disabled={!canPublish} onClick={onPublishAndNotify}>
              {t.publishAndNotify}
            </Button>
          )}
          <Button type="submit" disabled={!canPublish} data-autofocus={canPublish}>
            {note ? t.ask : news.publish}
          </Button>
        </>
      }
    >
      <Checklist checks={checks} onFix={onFix} onReady={onReady} />
      {note}
    </Dialog>
  );
}

/** Undefined while it is not known whether there was a push. */
function usePushText(article: string): string | undefined {
  const { data } = useAudience(EVERYONE);
  const pushes = useBroadcastsAbout(article);
  const mayWritePush = useAllowed(contract.broadcasts.createBroadcast);
  if (!mayWritePush) return t.silent;
  return pushes && (pushes.some(({ is_claimed }) => is_claimed) ? t.pushed : t.push(data?.devices));
}

function whenText({ status, visible_from, visible_to }: NewsPublic): string {
  if (status === 'scheduled' && visible_from) return t.insteadOf(formatMoment(visible_from));
  // Publishing drops an end in the past.
  return visible_to && Date.parse(visible_to) > Date.now() ? t.until(formatMoment(visible_to)) : t.when;
}
