import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import type { NewsListed } from '@agora/contract/features/news/news.contract';
import { Group } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { Chip } from '../../components/chip.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { RowName } from '../../components/row-name.tsx';
import { getLocale } from '../../platform/i18n.ts';
import { CategoryName } from './category-name.tsx';
import classes from './news.module.css';
import { useCategories } from './news.queries.ts';
import { t } from './news.texts.ts';
import { isPinned, LanguageChips, nameOf, StatusChip, titleOf } from './news-status.tsx';

const NOTHING = '–';

export function useNewsColumns(isTrash: boolean, search: string | undefined): Column<NewsListed>[] {
  const { search: address } = useLocation();
  const categories = useCategories().data?.body.data;
  const article: Column<NewsListed> = {
    key: 'article',
    header: t.article,
    cell: (row) => {
      const title = titleOf(row);
      const category = categories?.find(({ id }) => id === row.category_id);
      return (
        <Group gap="sm" wrap="nowrap" maw="34rem" style={{ overflowWrap: 'anywhere' }} component="span">
          <Thumbnail cover={row.cover} />
          <span>
            <RowName
              name={title ?? ''}
              placeholder={t.noTitle}
              search={search}
              to={row.deleted_at ? undefined : `/news/${row.id}`}
              state={{ from: address }}
            />
            {isPinned(row) && (
              <IconPinFilled size={15} className={classes.pin} aria-label={t.pinned} role="img" />
            )}
            <Group gap="xs" c="dimmed" fz="xs" component="span">
              {category && <CategoryName name={category.names[getLocale()]} color={category.color} />}
              <span>{nameOf(row.created_by)}</span>
            </Group>
          </span>
        </Group>
      );
    },
  };
  const status: Column<NewsListed> = {
    key: 'status',
    header: t.status,
    cell: (row) => (
      <Group gap={4} display="inline-flex" component="span">
        <StatusChip status={row.status} />
        {row.has_changes && row.status !== 'draft' && <Chip tone="warning">{t.changes}</Chip>}
      </Group>
    ),
  };
  const languages: Column<NewsListed> = {
    key: 'languages',
    header: t.languages,
    cell: ({ states }) => <LanguageChips states={states} />,
  };
  const visible: Column<NewsListed> = {
    key: 'visible_from',
    header: t.visibleFrom,
    sortKey: 'visible_from',
    descendingFirst: true,
    cell: ({ visible_from }) => (visible_from ? <Moment at={visible_from} format="date" /> : NOTHING),
  };
  const updated: Column<NewsListed> = {
    key: 'updated_at',
    header: t.updated,
    sortKey: 'updated_at',
    descendingFirst: true,
    isSecondary: true,
    cell: ({ updated_at }) => <Moment at={updated_at} format="relative" />,
  };
  const deleted: Column<NewsListed> = {
    key: 'deleted_at',
    header: t.deletedAt,
    cell: ({ deleted_at }) => deleted_at && <Moment at={deleted_at} format="relative" />,
  };
  return isTrash ? [article, languages, deleted] : [article, status, languages, visible, updated];
}

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
