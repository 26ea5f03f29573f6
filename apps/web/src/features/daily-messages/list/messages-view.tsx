import { contract } from 'virtual:contract';
import type { DailyMessageBulk } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { IconArchive, IconCalendarHeart, IconTrash } from '@tabler/icons-react';
import { BulkButtons } from '../../../components/bulk-buttons.tsx';
import { ExportSelection } from '../../../components/export-button.tsx';
import { ListTable } from '../../../components/list-table.tsx';
import { NewButton } from '../../../components/new-button.tsx';
import { SelectionBar } from '../../../components/selection-bar.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useBulk } from '../../../components/use-bulk.tsx';
import { applicableActions, bulkTarget, useSelection } from '../../../components/use-selection.ts';
import { useListState } from '../../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useColumnChoice } from '../../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import {
  useBulkDailyMessages,
  useDailyMessages,
  useRefreshDailyMessages,
} from '../daily-messages.queries.ts';
import { t } from '../daily-messages.texts.ts';
import { actionsOn, bulkActions } from '../message-actions.tsx';
import { messageColumns, readColumns } from './message-columns.tsx';
import { MessageFilters } from './message-filters.tsx';
import { type MessagesViewName, messageList, messageQuery, TABLES } from './message-list.ts';
import { ReserveCoverage } from './reserve-coverage.tsx';

const BULK_TEXTS = { ready: 'makeReady', draft: 'makeDraft', delete: 'delete', restore: 'restore' } as const;

const ICONS = { list: IconCalendarHeart, reserve: IconArchive, trash: IconTrash };

/** Messages as a list: all, the reserve, or the trash. */
export function MessagesView({ view }: { view: MessagesViewName }) {
  const list = useListState(messageList(view));
  const { filter, sort, ...page } = messageQuery(view, list);
  const query = { ...filter, sort, ...page };
  const messages = useDailyMessages(query);
  const rows = messages.data?.body.data;
  const count = messages.data?.body.count ?? 0;
  const selection = useSelection({ of: query, rows, count });
  const choice = useColumnChoice(TABLES[view]);
  const mayWrite = useAllowed(contract.dailyMessages.updateDailyMessage);
  const actions = useAllowed(contract.dailyMessages.bulkDailyMessages) ? bulkActions(view === 'trash') : [];
  const { mutateAsync } = useBulkDailyMessages();
  const [report, bulk] = useBulk({
    run: async (body: DailyMessageBulk) => (await mutateAsync({ body })).body,
    refresh: useRefreshDailyMessages(),
    hrefOf: view === 'trash' ? undefined : (id) => `/daily-message/${id}`,
  });

  async function run(action: DailyMessageBulk['action']): Promise<void> {
    const ids = [...selection.ids];
    const { done } = await bulk({ action, ...bulkTarget(selection, filter) });
    const undo = async () => toastSuccess(t.restored((await bulk({ action: 'restore', ids })).done));
    const text = { delete: t.deleted, restore: t.restored, ready: t.markedReady, draft: t.markedDraft }[
      action
    ];
    if (done > 0)
      toastSuccess(
        text(done),
        action === 'delete' && !selection.isAll
          ? { label: t.undo, onClick: () => void undo().catch(toastError) }
          : undefined,
      );
    selection.clear();
  }

  const exported = {
    path: contract.dailyMessages.exportDailyMessages.path,
    query: { ...filter, sort },
    fileName: `${t.exportFile}.csv`,
  };
  return (
    <>
      {view === 'reserve' && <ReserveCoverage />}
      <ListTable
        list={list}
        query={messages}
        toolbar={<MessageFilters list={list} view={view} exported={exported} />}
        selectionBar={
          <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
            {view !== 'trash' && <ExportSelection selection={selection} {...exported} />}
            <BulkButtons
              actions={applicableActions(actions, selection, rows, actionsOn)}
              labelOf={(action) => t[BULK_TEXTS[action]]}
              onRun={run}
            />
          </SelectionBar>
        }
        label={t[view]}
        columns={(mayWrite ? messageColumns : readColumns)[view]}
        choice={choice}
        // The trash is not exported.
        selection={actions.length > 0 || view !== 'trash' ? selection : undefined}
        empty={
          <StateMessage
            icon={ICONS[view]}
            title={t[`empty_${view}`]}
            text={(mayWrite || view !== 'list') && t[`empty_${view}_text`]}
            action={mayWrite && view !== 'trash' && <NewButton to="/daily-message/new">{t.add}</NewButton>}
          />
        }
      />
      {report}
    </>
  );
}
