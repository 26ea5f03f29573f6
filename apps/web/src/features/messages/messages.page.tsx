import { contract } from 'virtual:contract';
import { BULK_REPLIES_MAX } from '@agora/contract/features/messages/messages.rules';
import type { MessageBulk, MessageListed } from '@agora/contract/features/messages/messages.schema';
import type { BulkReport } from '@agora/contract/shared/bulk';
import { Badge, Box, Button, Paper, Skeleton } from '@mantine/core';
import { IconClockPause, IconMessages, IconMoodSmile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useBulk } from '../../components/use-bulk.tsx';
import { bulkTarget, useSelection } from '../../components/use-selection.ts';
import { formatShortMoment } from '../../platform/dates.ts';
import { formatNumber } from '../../platform/i18n.ts';
import { readList, useListState } from '../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import type { BulkChange } from './inbox/bulk-actions.tsx';
import { BulkActions } from './inbox/bulk-actions.tsx';
import { BulkReplyModal } from './inbox/bulk-reply-modal.tsx';
import { InboxMenu } from './inbox/inbox-menu.tsx';
import classes from './inbox/messages.inbox.module.css';
import { ThreadFilters } from './inbox/thread-filters.tsx';
import { ThreadList } from './inbox/thread-list.tsx';
import { t as later } from './later/messages.later.texts.ts';
import { useMessageCounts } from './messages.counts.queries.ts';
import { messageFilter, messageList, messageQuery, TAB_NAMES, type Tab, tabOf } from './messages.list.ts';
import {
  countMatching,
  messageKeys,
  useBulkMessages,
  useMessages,
  useRefreshMessages,
  useWakeUps,
} from './messages.queries.ts';
import { t } from './messages.texts.ts';

const ThreadPane = lazyPart(() => import('./thread/thread-pane.tsx'));

/** List of conversations, with the open one beside it. */
export function Page() {
  const { messageId } = useParams();
  const { search } = useLocation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const tab = tabOf(params);
  const list = useListState(messageList);
  const filter = messageFilter(tab, list.filters);
  const query = messageQuery(tab, list);
  const messages = useMessages(query);
  const rows = messages.data?.body.data;
  const count = messages.data?.body.count ?? 0;
  const counts = useMessageCounts();
  useWakeUps(counts?.wakes_at);
  const refresh = useRefreshMessages();
  const { mutateAsync: changeMany } = useBulkMessages();
  const selection = useSelection({
    of: query,
    rows,
    count,
    countAll: () => countMatching(filter),
  });
  const [isReplying, setReplying] = useState(false);
  const mayChange = useAllowed(contract.messages.bulkMessages);

  const listHref = `/messages${search}`;
  const hrefOf = (id: string) => `/messages/${id}${search}`;
  const [report, bulk] = useBulk({
    run: (send: () => Promise<BulkReport>) => send(),
    refresh,
    hrefOf,
  });
  /** Without the rows of the previous list, while a new one is loading. */
  const shown = messages.isPlaceholderData ? [] : (rows ?? []);
  const neighbours = neighboursOf(shown, messageId);

  /** Opens the next conversation once an action has removed the open one from the list. */
  async function openNext(): Promise<void> {
    await refresh();
    // The user may have opened another conversation by now.
    if (window.location.pathname !== `/messages/${messageId}`) return;
    const remaining = queryClient.getQueryData<{ body: { data: MessageListed[] } }>(messageKeys.list(query))
      ?.body.data;
    const includesOpen = (all: readonly MessageListed[] | undefined) =>
      all?.some(({ id }) => id === messageId);
    if (!includesOpen(rows) || includesOpen(remaining)) return;
    const next = neighbours.next ?? neighbours.previous;
    await navigate(next ? hrefOf(next) : listHref, { replace: true });
  }

  async function runBulk(
    send: () => Promise<BulkReport>,
    done: (count: number) => string,
    undo?: () => Promise<unknown>,
  ): Promise<BulkReport> {
    const report = await bulk(send);
    if (report.skipped.length === 0) {
      const onClick = () => void undo?.().then(refresh).catch(toastError);
      toastSuccess(done(report.done), undo && { label: later.undo, onClick });
    }
    selection.clear();
    return report;
  }

  async function change(bulkChange: BulkChange): Promise<void> {
    const target = bulkTarget(selection, filter);
    const body = { ...bulkChange, ...target } as MessageBulk;
    const send = async () => (await changeMany({ body })).body;
    const { until } = bulkChange;
    if (!until) return void (await runBulk(send, t.done).catch(toastError));
    // A filter selects others once they are snoozed.
    const wake = 'ids' in target && (() => changeMany({ body: { action: 'wake', ...target } }));
    const done = (count: number) => later.snoozedMany(count, formatShortMoment(until));
    await runBulk(send, done, wake || undefined).catch(toastError);
  }
  const selectedRows = rows?.filter(({ id }) => selection.ids.has(id)) ?? [];
  const canReply = !selection.isAll && selectedRows.length <= BULK_REPLIES_MAX;

  return (
    <div className={classes.inbox} data-open={messageId ? true : undefined}>
      <PageHeader isTitleInTab title={t.title} pending={counts?.awaiting} />
      <Box {...(messageId && { visibleFrom: 'md' })}>
        <ViewsPanel
          list="messages"
          spec={messageList}
          Count={ThreadCount}
          label={t.tabs}
          path="/messages"
          tabs={TAB_NAMES.filter((name) => name !== 'mine' || mayChange).map((name) => ({
            label: t[name],
            query: queryOf(name),
            isRare: ['waiting', 'closed', 'spam', 'all'].includes(name),
            badge: (isPendingWork(name) || name === 'snoozed') && countBadge(name, counts?.[name]),
          }))}
          tab={queryOf(tab)}
          aside={<InboxMenu />}
        />
      </Box>
      <div className={classes.panes}>
        <Box className={classes.listPane ?? ''} {...(messageId && { visibleFrom: 'md' })}>
          <ListFrame
            list={list}
            query={messages}
            toolbar={<ThreadFilters key={tab} list={list} tab={tab} />}
            selectionBar={
              mayChange && (
                <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
                  {selection.ids.size > 0 && (
                    <BulkActions
                      isSpam={tab === 'spam'}
                      areSnoozed={tab === 'snoozed'}
                      onRun={change}
                      onReply={canReply ? () => setReplying(true) : undefined}
                    />
                  )}
                </SelectionBar>
              )
            }
            table={
              <ThreadList
                label={t[tab]}
                rows={rows}
                isStale={messages.isPlaceholderData}
                sort={list.sort}
                onSort={tab === 'snoozed' ? undefined : list.setSort}
                areOverdue={filter.overdue === true}
                openId={messageId}
                hrefOf={hrefOf}
                search={filter.search}
                withStatus={tab === 'all'}
                selection={mayChange ? selection : undefined}
              />
            }
            empty={<Empty tab={tab} />}
          />
        </Box>
        {(messageId || rows?.length !== 0) && (
          <Paper
            className={classes.openPane ?? ''}
            p={0}
            pos="relative"
            style={{ overflow: 'clip' }}
            {...(!messageId && { visibleFrom: 'md' })}
          >
            {messageId ? (
              <Suspense fallback={<Skeleton height={420} radius="lg" data-shortcuts-for="" />}>
                <ThreadPane
                  key={messageId}
                  id={messageId}
                  listHref={listHref}
                  previousHref={neighbours.previous && hrefOf(neighbours.previous)}
                  nextHref={neighbours.next && hrefOf(neighbours.next)}
                  onDone={openNext}
                />
              </Suspense>
            ) : (
              shown[0] && (
                <StateMessage
                  icon={IconMessages}
                  title={t.choose}
                  text={t.chooseText}
                  action={
                    <Button component={Link} to={hrefOf(shown[0].id)} variant="default" data-shortcut="j">
                      {t.openFirst}
                    </Button>
                  }
                />
              )
            )}
          </Paper>
        )}
      </div>
      {report}
      {isReplying && (
        <BulkReplyModal
          conversations={selectedRows}
          onSend={(send) => runBulk(send, t.replied)}
          onClose={() => setReplying(false)}
        />
      )}
    </div>
  );
}

/** True for a tab of pending work, which shows its count. */
const isPendingWork = (tab: Tab): tab is 'awaiting' | 'mine' | 'unassigned' =>
  tab === 'awaiting' || tab === 'mine' || tab === 'unassigned';

/** Address of a tab. */
const queryOf = (tab: Tab) => (tab === 'awaiting' ? '' : `tab=${tab}`);

const ThreadCount = ({ params, children }: CountProps) =>
  children(
    useMessages({ ...messageQuery(tabOf(params), readList(params, messageList)), limit: 0 }).data?.body.count,
  );

/** Number of conversations of a tab, if there are any. */
const countBadge = (name: Tab, count = 0) =>
  count > 0 && (
    <Badge h={20} {...(name !== 'awaiting' && { variant: 'light', color: 'gray' })}>
      {formatNumber(count)}
    </Badge>
  );

/** Each conversation is counted in one of these, at least. */
const STATES = ['awaiting', 'snoozed', 'waiting', 'closed', 'spam'] as const;

/** Ids of the conversations before and after one in a list. */
function neighboursOf(rows: readonly MessageListed[], id: string | undefined) {
  const index = rows.findIndex((row) => row.id === id);
  return index < 0
    ? { previous: undefined, next: rows[0]?.id }
    : { previous: rows[index - 1]?.id, next: rows[index + 1]?.id };
}

function Empty({ tab }: { tab: Tab }) {
  const counts = useMessageCounts();
  if (counts && STATES.every((state) => counts[state] === 0))
    return <StateMessage icon={IconMessages} title={t.empty_none} text={t.empty_awaiting_text} />;
  if (tab === 'snoozed')
    return <StateMessage icon={IconClockPause} title={t.empty_snoozed} text={t.empty_snoozed_text} />;
  if (!isPendingWork(tab)) return <StateMessage icon={IconMessages} title={t.empty_other} />;
  return <StateMessage icon={IconMoodSmile} title={t[`empty_${tab}`]} text={t[`empty_${tab}_text`]} />;
}
