import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { Stack, Text } from '@mantine/core';
import { createContext, use } from 'react';
import { Link } from 'react-router';
import { actionsColumn, type CellProps, columnHelper, selectColumn } from '../../components/data-table.tsx';
import { Highlight } from '../../components/highlight.tsx';
import { Moment } from '../../components/moment.tsx';
import { RowName } from '../../components/row-name.tsx';
import { useSearchText } from '../../platform/list-state.ts';
import { ItemRowActions } from './item-actions.tsx';
import { ItemEditor } from './item-editor.tsx';
import { t } from './items.texts.ts';

/** The item that is being edited in its row, and a function that changes it. */
export const EditingContext = createContext<[id: string | undefined, edit: (id?: string) => void]>([
  undefined,
  () => {},
]);

const column = columnHelper<ItemPublic>();

const select = selectColumn<ItemPublic>(({ title }) => title);
const actions = actionsColumn<ItemPublic>(Actions);
const title = () => column.accessor('title', { header: t.name, cell: Title });
const created = () =>
  column.accessor('created_at', {
    header: t.created,
    sortDescFirst: true,
    cell: ({ row }) => <Moment at={row.original.created_at} format="date" />,
  });

export const itemColumns = () => column.columns([select, title(), created(), actions]);

/** With the owners, for those who may read everybody's. */
export const ownedItemColumns = () =>
  column.columns([
    select,
    title(),
    column.display({ id: 'owner', header: t.owner, cell: Owner }),
    created(),
    actions,
  ]);

function Title({ row: { original: item } }: CellProps<ItemPublic>) {
  const search = useSearchText();
  const [editing, edit] = use(EditingContext);
  if (item.id === editing) return <ItemEditor item={item} onDone={() => edit()} />;
  return (
    <Stack gap={0} maw="36rem" style={{ overflowWrap: 'anywhere' }}>
      <RowName name={item.title} search={search} />
      {item.description && (
        <Text dir="auto" c="dimmed" size="xs" span>
          <Highlight text={item.description} search={search} />
        </Text>
      )}
    </Stack>
  );
}

const Owner = ({
  row: {
    original: { owner, owner_id },
  },
}: CellProps<ItemPublic>) => (
  <Link to={`?owner_id=${owner_id}`} dir="auto">
    {nameOf(owner)}
  </Link>
);

function Actions({ row: { original: item } }: CellProps<ItemPublic>) {
  const [editing, edit] = use(EditingContext);
  return item.id !== editing && <ItemRowActions item={item} onEdit={() => edit(item.id)} />;
}
