import { contract } from 'virtual:contract';
import type {
  RatingFilter,
  RatingPublic,
  RatingSummaryFilter,
} from '@agora/contract/features/ratings/ratings.contract';
import { IconStar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useListState } from '../../platform/list-state.ts';
import { parseRatingFilters, RatingFilters } from './rating-filters.tsx';
import { RatingList } from './rating-list.tsx';
import { RatingSummaryPanel } from './rating-summary.tsx';
import { useRatings } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';

const ReplyModal = lazy(() => import('./rating-reply-modal.tsx'));

const flag = (value: 'true' | 'false' | undefined) => (value === undefined ? undefined : value === 'true');

/** What members think: together, and one by one. */
export function Page() {
  const list = useListState({
    parse: parseRatingFilters,
    sorts: ['updated_at'],
    defaultSort: '-updated_at',
  });
  const { score, ...others } = list.filters;
  const summarized: RatingSummaryFilter = {
    ...others,
    has_comment: flag(others.has_comment),
    answered: flag(others.answered),
  };
  const filter: RatingFilter = { ...summarized, score };
  const sort = list.sort as 'updated_at' | '-updated_at';
  const query = { ...filter, sort, skip: list.skip, limit: list.size };
  const ratings = useRatings(query);
  const [answered, setAnswered] = useState<RatingPublic>();
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          <ExportButton
            path={contract.ratings.exportRatings.path}
            query={{ ...filter, sort }}
            fileName={`${t.exportFile}.csv`}
          />
        }
      />
      <RatingSummaryPanel filter={summarized} list={list} />
      <ListFrame
        list={list}
        query={ratings}
        toolbar={<RatingFilters list={list} />}
        selectionBar={null}
        table={
          <RatingList
            rows={ratings.data?.body.data}
            isStale={ratings.isPlaceholderData}
            search={list.filters.search}
            onReply={setAnswered}
          />
        }
        empty={<StateMessage icon={IconStar} title={t.empty} text={t.emptyText} />}
      />
      <Suspense>
        {answered && <ReplyModal rating={answered} onClose={() => setAnswered(undefined)} />}
      </Suspense>
    </>
  );
}
