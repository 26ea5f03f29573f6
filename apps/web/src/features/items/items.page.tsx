import { contract } from 'virtual:contract';
import type { ItemBulk, ItemFilter } from '@agora/contract/features/items/items.contract';
import { can } from '@agora/contract/shared/permissions';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton, ExportSelection } from '../../components/export-button.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { useBulk } from '../../components/use-bulk.tsx';
import { bulkTarget, useSelection } from '../../components/use-selection.ts';
import { readList, useListState } from '../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useColumnChoice } from '../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { BulkDelete } from './item-bulk-delete.tsx';
import { EditingContext, itemColumns, ownedItemColumns } from './item-columns.tsx';
import { ItemFilters } from './item-filters.tsx';
import { NewItem } from './item-new.tsx';
import { countItems, itemList, itemQuery, refreshItems, useBulkItems, useItems } from './items.queries.ts';
import { t } from './items.texts.ts';

const ItemCount = ({ params, children }: CountProps) =>
  children(useItems({ ...itemQuery(readList(params, itemList)), limit: 0 }).data?.body.count);

/** The user's own items; everybody's for those who may read them. */
export function Page() {
  const me = useCurrentUser();
  const mayReadAll = can(me, 'items.read');
  const list = useListState(itemList);
  const filter: ItemFilter = list.filters;
  const query = itemQuery(list);
  const items = useItems(query);
  const rows = items.data?.body.data;
  const count = items.data?.body.count ?? 0;
  const selection = useSelection({
    of: query,
    rows,
    count,
    countAll: () => countItems(filter),
  });
  const areWritable = can(me, 'items.write') || !mayReadAll || filter.owner_id === me.id;
  const choice = useColumnChoice('items');
  const editing = useState<string>();
  const { mutateAsync } = useBulkItems();
  const [report, bulk] = useBulk({
    run: async (body: ItemBulk) => (await mutateAsync({ body })).body,
    refresh: refreshItems,
  });

  async function deleteSelected(): Promise<void> {
    const target = bulkTarget(selection, filter);
    const ids = [...selection.ids];
    const { done } = await bulk({ action: 'delete', ...target });
    const undo = async () => {
      const result = await bulk({ action: 'restore', ids });
      toastSuccess(t.restored(result.done));
    };
    toastSuccess(
      t.deleted(done),
      selection.isAll ? undefined : { label: t.undo, onClick: () => void undo().catch(toastError) },
    );
    selection.clear();
  }

  const exported = {
    path: contract.items.exportItems.path,
    query: { ...filter, sort: query.sort },
    fileName: `${t.exportFile}.csv`,
  };
  return (
    <>
      <PageHeader
        title={t.title}
        text={mayReadAll ? t.textAll : t.text}
        back={{ to: '/dashboard', label: t.back }}
        actions={<ExportButton {...exported} />}
      />
      <NewItem userId={me.id} />
      {mayReadAll && <ViewsPanel list="items" spec={itemList} Count={ItemCount} columns={choice.chosen} />}
      <EditingContext value={editing}>
        <ListTable
          list={list}
          query={items}
          toolbar={<ItemFilters list={list} me={me} rows={rows} />}
          selectionBar={
            <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
              <ExportSelection selection={selection} {...exported} />
              {areWritable && <BulkDelete count={selection.size} onDelete={deleteSelected} />}
            </SelectionBar>
          }
          label={t.title}
          columns={mayReadAll ? ownedItemColumns : itemColumns}
          choice={choice}
          selection={selection}
          empty={<StateMessage icon={IconListCheck} title={t.empty} text={t.emptyText} />}
        />
      </EditingContext>
      {report}
    </>
  );
}
