import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import type { NewsListed } from '@agora/contract/features/news/news.schema';
import { Group } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { actionsColumn, type CellProps, columnHelper, selectColumn } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { RowName } from '../../components/row-name.tsx';
import { formatNumber, getLocale } from '../../platform/i18n.ts';
import { useSearchText } from '../../platform/list-state.ts';
import { CategoryName } from './category-name.tsx';
import classes from './news.module.css';
import { useCategories } from './news.queries.ts';
import { t } from './news.texts.ts';
import { NewsRowActions } from './news-actions.tsx';
import { isPinned, LanguageChips, StatusChips, titleOf } from './news-status.tsx';

const NOTHING = '–';

const column = columnHelper<NewsListed>();

const select = selectColumn<NewsListed>((article) => titleOf(article) || t.noTitle);
const actions = actionsColumn<NewsListed>(({ row }) => <NewsRowActions article={row.original} />);
const article = () =>
  column.display({ id: 'article', header: t.article, meta: { className: classes.article }, cell: Article });
const languages = () =>
  column.display({
    id: 'languages',
    header: t.languages,
    cell: ({ row }) => <LanguageChips states={row.original.states} />,
  });

export const newsColumns = () =>
  column.columns([
    select,
    article(),
    column.display({ id: 'status', header: t.status, cell: Status }),
    languages(),
    column.accessor('visible_from', {
      header: t.visibleFrom,
      sortDescFirst: true,
      meta: { visibleFrom: 'lg' },
      cell: ({ row: { original } }) =>
        original.visible_from ? <Moment at={original.visible_from} format="date" /> : NOTHING,
    }),
    column.accessor('reads', {
      header: t.reads,
      enableSorting: false,
      meta: { className: 'number', visibleFrom: 'xl' },
      cell: ({ row: { original } }) => (original.first_published_at ? formatNumber(original.reads) : NOTHING),
    }),
    column.accessor('updated_at', {
      header: t.updated,
      sortDescFirst: true,
      meta: { visibleFrom: 'xl' },
      cell: ({ row }) => <Moment at={row.original.updated_at} format="relative" />,
    }),
    actions,
  ]);

export const trashColumns = () =>
  column.columns([
    select,
    article(),
    languages(),
    column.display({
      id: 'deleted_at',
      header: t.deletedAt,
      cell: ({ row: { original } }) =>
        original.deleted_at && <Moment at={original.deleted_at} format="relative" />,
    }),
    actions,
  ]);

/** For those who do not write: no actions on one row. */
export const readColumns = () => newsColumns().filter((one) => one !== actions);
export const readTrashColumns = () => trashColumns().filter((one) => one !== actions);

function Article({ row: { original: row } }: CellProps<NewsListed>) {
  const { search: address } = useLocation();
  const search = useSearchText();
  const categories = useCategories().data?.body.data;
  const category = categories?.find(({ id }) => id === row.category_id);
  return (
    <Group gap="sm" wrap="nowrap" w="100%" maw="34rem" style={{ overflowWrap: 'anywhere' }} component="span">
      <Thumbnail cover={row.cover} />
      <span className={classes.texts}>
        <Group gap={6} wrap="nowrap" component="span">
          {isPinned(row) && (
            <IconPinFilled size={15} className={classes.pin} aria-label={t.pinned} role="img" />
          )}
          <RowName
            name={titleOf(row) ?? ''}
            placeholder={t.noTitle}
            search={search}
            to={row.deleted_at ? undefined : `/news/${row.id}`}
            state={{ from: address }}
          />
        </Group>
        <Group className={classes.about} gap="0 0.625rem" c="dimmed" fz="xs" component="span">
          {category && <CategoryName name={category.names[getLocale()]} color={category.color} />}
          <span className={classes.author} title={nameOf(row.created_by)}>
            {nameOf(row.created_by)}
          </span>
        </Group>
      </span>
    </Group>
  );
}

const Status = ({ row }: CellProps<NewsListed>) => <StatusChips {...row.original} />;

/** The smallest picture of a cover, cropped around its focal point. */
function Thumbnail({ cover }: { cover: NewsListed['cover'] }) {
  if (!cover) return <span className={classes.thumbnail} />;
  const { media_id, width, focal_x, focal_y } = cover;
  return (
    <img
      className={classes.thumbnail}
      src={mediaPath(media_id, mediaWidths(width)[0] ?? width, 'webp')}
      alt=""
      loading="lazy"
      style={{ objectPosition: `${focal_x * 100}% ${focal_y * 100}%` }}
    />
  );
}
