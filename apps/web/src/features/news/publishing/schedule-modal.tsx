import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import type { ReactNode } from 'react';
import { MomentsModal } from './moments-modal.tsx';
import { t } from './news.dialogs.texts.ts';
import { Checklist, useChecks } from './publish-checklist.tsx';
import { type Check, isPublishable } from './publish-checks.ts';

/** Entered times in the organisation's time zone; empty for none. */
export interface TypedMoments {
  visible_from?: string | undefined;
  visible_to: string;
}

interface ScheduleModalProps {
  article: NewsPublic;
  content: NewsContent;
  typed: TypedMoments | undefined;
  /** Undefined for those who do not write, as `onReady`. */
  onFix: ((fix: NonNullable<Check['fix']>, typed: TypedMoments) => void) | undefined;
  onReady: ((locale: 'fr' | 'en') => void) | undefined;
  /** Field of the note to those who approve; undefined if nobody has to. */
  note: ReactNode;
  onSubmit: (times: { visible_from?: string; visible_to: string | null }) => Promise<void>;
  onClose: () => void;
}

/** Sets when an article goes online, unless it already is, and when it goes offline again. */
export function ScheduleModal(props: ScheduleModalProps) {
  const { article, content, typed, onFix, onReady, note, onSubmit, onClose } = props;
  const { status, visible_from, visible_to } = article;
  const checks = useChecks(content, article);
  const end = { name: 'visible_to', label: t.visibleTo, hint: t.visibleToHint, isOptional: true } as const;
  if (status === 'published')
    return (
      <MomentsModal
        title={t.endTitle}
        text={t.endText}
        action={t.endDo}
        fields={[end]}
        moments={{ visible_to }}
        typed={typed}
        onSubmit={({ visible_to }) => onSubmit({ visible_to: visible_to || null })}
        onClose={onClose}
      />
    );
  return (
    <MomentsModal
      title={t.schedule}
      text={t.scheduleText}
      action={note ? t.ask : t.scheduleDo}
      fields={[{ name: 'visible_from', label: t.visibleFrom }, end]}
      moments={{
        visible_from: status === 'scheduled' ? visible_from : null,
        visible_to: status === 'scheduled' ? visible_to : null,
      }}
      typed={typed}
      isBlocked={!isPublishable(checks)}
      onSubmit={({ visible_from, visible_to }) => onSubmit({ visible_from, visible_to: visible_to || null })}
      onClose={onClose}
    >
      {(times) => (
        <>
          <Checklist checks={checks} onFix={onFix && ((fix) => onFix(fix, times))} onReady={onReady} />
          {note}
        </>
      )}
    </MomentsModal>
  );
}
