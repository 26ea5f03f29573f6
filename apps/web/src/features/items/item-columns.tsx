import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { Column } from '../../components/data-table.tsx';
import { Highlight } from '../../components/highlight.tsx';
import { Moment } from '../../components/moment.tsx';
import { RowName } from '../../components/row-name.tsx';
import { t } from './items.texts.ts';

const ItemEditor = lazy(() => import('./item-editor.tsx'));

interface ItemColumnsOptions {
  withOwner: boolean;
  /** Text to highlight. */
  search: string | undefined;
  /** Id of the item being edited in its row. */
  editing: string | undefined;
  onEdited: () => void;
}

export function useItemColumns({
  withOwner,
  search,
  editing,
  onEdited,
}: ItemColumnsOptions): Column<ItemPublic>[] {
  const owner: Column<ItemPublic> = {
    key: 'owner',
    header: t.owner,
    cell: ({ owner, owner_id }) => (
      <Link to={`?owner_id=${owner_id}`} dir="auto">
        {owner?.full_name ?? owner?.email}
      </Link>
    ),
  };
  return [
    {
      key: 'title',
      header: t.name,
      sortKey: 'title',
      cell: (item) =>
        item.id === editing ? (
          <Suspense>
            <ItemEditor item={item} onDone={onEdited} />
          </Suspense>
        ) : (
          <Stack gap={0} maw="36rem" style={{ overflowWrap: 'anywhere' }}>
            <RowName name={item.title} search={search} />
            {item.description && (
              <Text dir="auto" c="dimmed" size="xs" span>
                <Highlight text={item.description} search={search} />
              </Text>
            )}
          </Stack>
        ),
    },
    ...(withOwner ? [owner] : []),
    {
      key: 'created_at',
      header: t.created,
      sortKey: 'created_at',
      descendingFirst: true,
      cell: ({ created_at }) => <Moment at={created_at} format="date" />,
    },
  ];
}
