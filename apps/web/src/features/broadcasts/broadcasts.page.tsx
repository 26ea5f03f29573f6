import { contract } from 'virtual:contract';
import { IconBell } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ListFrame } from '../../components/list-frame.tsx';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { oneOf, readList, useListState } from '../../platform/list-state.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { BroadcastFilters } from './broadcast-filters.tsx';
import { BroadcastList } from './broadcast-list.tsx';
import { broadcastList, broadcastQuery } from './broadcasts.list.ts';
import { useBroadcasts } from './broadcasts.queries.ts';
import { t } from './broadcasts.texts.ts';
import { t as segments } from './segments/broadcasts.segments.texts.ts';
import { SegmentsView } from './segments/segments-view.tsx';

const VIEWS = ['list', 'segments'] as const;

const queryOf = (view: (typeof VIEWS)[number]) => (view === 'list' ? '' : `view=${view}`);

const BroadcastCount = ({ params, children }: CountProps) =>
  children(useBroadcasts({ ...broadcastQuery(readList(params, broadcastList)), limit: 0 }).data?.body.count);

/** All broadcasts, newest first, and the segments to which they can go. */
export function Page() {
  const view = oneOf(useSearchParams()[0], 'view', VIEWS) ?? 'list';
  const labels = { list: t.list, segments: segments.segments };
  return (
    <>
      <PageHeader title={t.title} text={t.text} actions={<Add />} />
      <ViewsPanel
        list="broadcasts"
        spec={broadcastList}
        Count={BroadcastCount}
        tabs={VIEWS.map((name) => ({ label: labels[name], query: queryOf(name) }))}
        tab={queryOf(view)}
      />
      {view === 'segments' ? <SegmentsView /> : <ListView />}
    </>
  );
}

const Add = () =>
  useAllowed(contract.broadcasts.createBroadcast) && <NewButton to="/broadcast/new">{t.add}</NewButton>;

function ListView() {
  const list = useListState(broadcastList);
  const broadcasts = useBroadcasts(broadcastQuery(list));
  const mayAdd = useAllowed(contract.broadcasts.createBroadcast);
  return (
    <ListFrame
      list={list}
      query={broadcasts}
      toolbar={<BroadcastFilters list={list} />}
      selectionBar={null}
      table={<BroadcastList rows={broadcasts.data?.body.data} search={list.filters.search} />}
      empty={
        <StateMessage
          icon={IconBell}
          title={t.empty}
          text={mayAdd && t.emptyText}
          action={mayAdd && <Add />}
        />
      }
    />
  );
}
