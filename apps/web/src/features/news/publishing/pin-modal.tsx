import { NEWS_PIN_DAYS } from '@agora/contract/features/news/news.rules';
import type { NewsPublic } from '@agora/contract/features/news/news.schema';
import { t as panels } from '../editing/news.panels.texts.ts';
import { usePinArticle } from '../news.queries.ts';
import { isPinned } from '../news-status.tsx';
import { MomentsModal } from './moments-modal.tsx';
import { t } from './news.dialogs.texts.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Pins an article to the top of the list for a time, or changes the end of its pin. */
export function PinModal({ article, onClose }: { article: NewsPublic; onClose: () => void }) {
  const { mutateAsync: pin } = usePinArticle();
  const isOn = isPinned(article);
  return (
    <MomentsModal
      title={isOn ? t.pinChange : panels.pinIt}
      text={t.pinText}
      action={isOn ? t.pinSave : t.pinDo}
      fields={[{ name: 'until', label: t.pinUntil }]}
      moments={{ until: isOn ? article.pinned_until : inDays(NEWS_PIN_DAYS) }}
      onSubmit={async (body) => void (await pin({ params: { id: article.id }, body }))}
      onClose={onClose}
    />
  );
}
