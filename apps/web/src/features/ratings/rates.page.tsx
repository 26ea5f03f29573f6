import { contract } from 'virtual:contract';
import type { RatingPublic } from '@agora/contract/features/ratings/ratings.contract';
import { IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { readList, useListState } from '../../platform/list-state.ts';
import { toastError } from '../../platform/toast.ts';
import { useTakenBack } from '../messages/later/messages.take-back.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { RatingFilters } from './rating-filters.tsx';
import { RatingList } from './rating-list.tsx';
import { ReplyModal } from './rating-reply-modal.tsx';
import { RatingSummarySection } from './rating-summary.tsx';
import { filtersOf, ratingList, ratingQuery } from './ratings.list.ts';
import { readRating, useRatingSummary, useRatings, useRefreshRatings } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';

const RatingCount = ({ params, children }: CountProps) =>
  children(useRatings({ ...ratingQuery(readList(params, ratingList)), limit: 0 }).data?.body.count);

interface Replying {
  rating: RatingPublic;
  /** Of a reply that was taken back. */
  text?: string;
}

/** Ratings of members: summary and list. */
export function Page() {
  const list = useListState(ratingList);
  const filters = filtersOf(list.filters);
  const query = ratingQuery(list);
  const ratings = useRatings(query);
  const summary = useRatingSummary(filters.summary);
  const [replying, setReplying] = useState<Replying>();
  const refresh = useRefreshRatings();
  useTakenBack((reply, id) => {
    const open = async () => setReplying({ rating: await readRating(id ?? ''), text: reply.body });
    void open().catch(toastError).then(refresh);
  });
  return (
    <>
      <PageHeader isTitleInTab title={t.title} />
      <RatingSummarySection
        filter={filters.summary}
        query={summary}
        list={list}
        aside={
          <ExportButton
            path={contract.ratings.exportRatings.path}
            query={{ ...filters.rows, sort: query.sort }}
            fileName={`${t.exportFile}.csv`}
          />
        }
      />
      <ViewsPanel list="ratings" spec={ratingList} Count={RatingCount} />
      <ListFrame
        list={list}
        query={ratings}
        toolbar={<RatingFilters list={list} />}
        selectionBar={null}
        table={
          <RatingList
            rows={ratings.data?.body.data}
            search={list.filters.search}
            onReply={(rating) => setReplying({ rating })}
          />
        }
        empty={<StateMessage icon={IconStar} title={t.empty} text={t.emptyText} />}
      />
      {replying && <ReplyModal {...replying} onClose={() => setReplying(undefined)} />}
    </>
  );
}
