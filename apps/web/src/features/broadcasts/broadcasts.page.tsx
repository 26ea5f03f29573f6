import { IconBell } from '@tabler/icons-react';
import { ListFrame } from '../../components/list-frame.tsx';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useListState } from '../../platform/list-state.ts';
import { BroadcastFilters } from './broadcast-filters.tsx';
import { BroadcastList } from './broadcast-list.tsx';
import { broadcastList, broadcastQuery } from './broadcasts.list.ts';
import { useBroadcasts } from './broadcasts.queries.ts';
import { t } from './broadcasts.texts.ts';

/** All broadcasts, newest first. */
export function Page() {
  const add = <NewButton to="/broadcast/new">{t.add}</NewButton>;
  const list = useListState(broadcastList);
  const broadcasts = useBroadcasts(broadcastQuery(list));
  return (
    <>
      <PageHeader title={t.title} text={t.text} actions={add} />
      <ListFrame
        list={list}
        query={broadcasts}
        toolbar={<BroadcastFilters list={list} />}
        selectionBar={null}
        table={<BroadcastList rows={broadcasts.data?.body.data} search={list.filters.search} />}
        empty={<StateMessage icon={IconBell} title={t.empty} text={t.emptyText} action={add} />}
      />
    </>
  );
}
