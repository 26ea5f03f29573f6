import { Box, Group, Pagination, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { COUNT_MAX, isCountCapped, type ListState, PAGE_SIZES } from '../platform/list-state.ts';
import { t } from './components.texts.ts';
import { Select } from './select.tsx';

interface PagerProps
  extends Pick<
    ListState<Record<string, string | undefined>>,
    'page' | 'size' | 'skip' | 'setSize' | 'hrefOfPage'
  > {
  /** Rows on this page. */
  shown: number;
  /** Rows of the list. */
  count: number;
  /** Id of the last row on this page, if the next page can be requested by it. */
  lastId: string | undefined;
}

/** Range of the shown rows and, if there are more, real links to the other pages. */
export function Pager({ page, size, skip, shown, count, lastId, setSize, hrefOfPage }: PagerProps) {
  const { state } = useLocation();
  const isCapped = isCountCapped(count);
  const last = isCapped ? page + Number(shown === size) : Math.max(page, Math.ceil(count / size));
  const linkTo = (number: number): object => ({
    component: Link,
    to: hrefOfPage(number, number === page + 1 ? lastId : undefined),
    state,
    preventScrollReset: true,
  });
  const from = formatNumber(skip + 1);
  const to = formatNumber(isCapped ? skip + shown : Math.min(count, skip + size));
  return (
    <Group component="footer" gap="0.5rem 1.25rem" p="sm" style={{ borderTop: '1px solid var(--line)' }}>
      <Text c="dimmed" className="number" role="status">
        {t.range(from, to, isCapped ? t.moreThan(formatNumber(COUNT_MAX)) : formatNumber(count))}
      </Text>
      <Group c="dimmed" component="label">
        {t.perPage}
        <Select
          aria-label={t.perPage}
          value={String(size)}
          onChange={(next) => setSize(Number(next))}
          options={PAGE_SIZES.map(String)}
        />
      </Group>
      {last > 1 && (
        <Box component="nav" aria-label={t.pages} ms="auto">
          <Pagination.Root
            total={last}
            value={page}
            className="number"
            getItemProps={(number) => ({
              ...linkTo(number),
              'aria-label': t.page(formatNumber(number)),
              children: formatNumber(number),
            })}
          >
            <Group gap={4}>
              <Pagination.Previous
                aria-label={t.previous}
                title={t.previous}
                {...(page > 1 && linkTo(page - 1))}
              />
              <Pagination.Items />
              {isCapped && <Pagination.Dots />}
              <Pagination.Next aria-label={t.next} title={t.next} {...(page < last && linkTo(page + 1))} />
            </Group>
          </Pagination.Root>
        </Box>
      )}
    </Group>
  );
}
