import { contract } from 'virtual:contract';
import type { NewsBulk } from '@agora/contract/features/news/news.schema';
import { IconNews, IconTrash } from '@tabler/icons-react';
import { BulkButtons } from '../../components/bulk-buttons.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { NewButton } from '../../components/new-button.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useBulk } from '../../components/use-bulk.tsx';
import { useConfirm } from '../../components/use-confirm.tsx';
import { applicableActions, bulkTarget, useSelection } from '../../components/use-selection.ts';
import { useListState } from '../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useColumnChoice } from '../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { newsFilter, newsList, newsQuery } from './news.list.ts';
import { useArticles, useBulkNews, useRefreshNews } from './news.queries.ts';
import { t } from './news.texts.ts';
import { actionsOn, type BulkAction, bulkActions } from './news-actions.tsx';
import { newsColumns, readColumns, readTrashColumns, trashColumns } from './news-columns.tsx';
import { NewsFilters } from './news-filters.tsx';
import { useNewsRights } from './news-rights.ts';

/** The articles, or those in the trash. */
export function NewsView({ isTrash }: { isTrash: boolean }) {
  const list = useListState(newsList);
  const filter = newsFilter(list.filters, isTrash);
  const query = newsQuery(list, isTrash);
  const articles = useArticles(query);
  const rows = articles.data?.body.data;
  const count = articles.data?.body.count ?? 0;
  const selection = useSelection({ of: query, rows, count });
  const choice = useColumnChoice(isTrash ? 'news_trash' : 'news');
  const { mutateAsync } = useBulkNews();
  const [report, bulk] = useBulk({
    run: async (body: NewsBulk) => (await mutateAsync({ body })).body,
    refresh: useRefreshNews(),
    hrefOf: isTrash ? undefined : (id) => `/news/${id}`,
  });
  const [dialog, confirm] = useConfirm();
  const rights = useNewsRights();
  const mayAdd = useAllowed(contract.news.createNews);
  const actions = bulkActions(isTrash, rights);
  const listColumns = rights.mayWrite ? newsColumns : readColumns;
  const deletedColumns = rights.mayWrite ? trashColumns : readTrashColumns;

  async function run(action: BulkAction): Promise<void> {
    const chosen = selection.size;
    const questions = {
      publish: { title: t.publishMany(chosen), text: t.publishManyText, action: t.publish },
      delete: {
        title: t.deleteMany(chosen),
        text: t.deleteManyText(chosen),
        action: t.delete,
        isDangerous: true,
      },
    };
    const isAnyPublished =
      selection.isAll || rows?.some((row) => selection.ids.has(row.id) && row.status === 'published');
    if (action === 'publish' || (action === 'delete' && isAnyPublished))
      if (!(await confirm(questions[action]))) return;
    const ids = [...selection.ids];
    const { done } = await bulk({ action, ...bulkTarget(selection, filter) });
    const undo = async () => toastSuccess(t.restored((await bulk({ action: 'restore', ids })).done));
    const text = action === 'delete' ? t.deleted : action === 'restore' ? t.restored : t.done;
    if (done > 0)
      toastSuccess(
        text(done),
        action === 'delete' && !selection.isAll
          ? { label: t.undo, onClick: () => void undo().catch(toastError) }
          : undefined,
      );
    selection.clear();
  }

  return (
    <>
      <ListTable
        list={list}
        query={articles}
        toolbar={<NewsFilters list={list} isTrash={isTrash} />}
        selectionBar={
          <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
            <BulkButtons
              actions={applicableActions(actions, selection, rows, (row) => actionsOn(row, rights))}
              labelOf={(action) => t[action]}
              onRun={run}
            />
          </SelectionBar>
        }
        label={isTrash ? t.trash : t.list}
        columns={isTrash ? deletedColumns : listColumns}
        choice={choice}
        selection={actions.length > 0 ? selection : undefined}
        empty={
          isTrash ? (
            <StateMessage icon={IconTrash} title={t.emptyTrash} text={t.emptyTrashText} />
          ) : (
            <StateMessage
              icon={IconNews}
              title={t.empty}
              text={mayAdd && t.emptyText}
              action={mayAdd && <NewButton to="/news/new">{t.add}</NewButton>}
            />
          )
        }
      />
      {dialog}
      {report}
    </>
  );
}
