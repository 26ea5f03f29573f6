import { contract } from 'virtual:contract';
import type { RatingPublic } from '@agora/contract/features/ratings/ratings.contract';
import { Box, Skeleton } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useListState } from '../../platform/list-state.ts';
import { useLinkTarget } from '../../platform/use-link-target.ts';
import { RatingFilters } from './rating-filters.tsx';
import { RatingList } from './rating-list.tsx';
import { ReplyModal } from './rating-reply-modal.tsx';
import { RatingSummaryPanel } from './rating-summary.tsx';
import { filtersOf, ratingList, ratingQuery } from './ratings.list.ts';
import { useRatingSummary, useRatings } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';

/** Ratings of members: summary and list. */
export function Page() {
  const list = useListState(ratingList);
  const filters = filtersOf(list.filters);
  const query = ratingQuery(list);
  const ratings = useRatings(query);
  // Shown together, since the summary would move the list when it loads.
  const summary = useRatingSummary(filters.summary);
  const [isShown, setShown] = useState(false);
  if (!isShown && !summary.isPending) setShown(true);
  const section = useLinkTarget<HTMLDivElement>('list', isShown);
  const [replyingTo, setReplyingTo] = useState<RatingPublic>();
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        back={{ to: '/messages', label: t.back }}
        actions={
          <ExportButton
            path={contract.ratings.exportRatings.path}
            query={{ ...filters.rows, sort: query.sort }}
            fileName={`${t.exportFile}.csv`}
          />
        }
      />
      {!isShown ? (
        <Skeleton height="40rem" radius="lg" />
      ) : (
        <>
          <RatingSummaryPanel filter={filters.summary} query={summary} list={list} />
          <Box ref={section} style={{ scrollMarginTop: '4.5rem' }}>
            <ListFrame
              list={list}
              query={ratings}
              toolbar={<RatingFilters list={list} />}
              selectionBar={null}
              table={
                <RatingList
                  rows={ratings.data?.body.data}
                  search={list.filters.search}
                  onReply={setReplyingTo}
                />
              }
              empty={<StateMessage icon={IconStar} title={t.empty} text={t.emptyText} />}
            />
          </Box>
        </>
      )}
      {replyingTo && <ReplyModal rating={replyingTo} onClose={() => setReplyingTo(undefined)} />}
    </>
  );
}
