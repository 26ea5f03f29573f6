import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { COUNTED, isUncounted, type ListState, PAGE_SIZES } from '../platform/list-state.ts';
import { t } from './components.texts.ts';
import classes from './pager.module.css';
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

/**
 * Page numbers to link: the first, the last if it is known, and those around the current one. A gap is
 * negative.
 */
function pagesToShow(page: number, last: number, isOpen: boolean): number[] {
  const ends = isOpen ? [1] : [1, last];
  const near = [...ends, page - 1, page, page + 1].filter((number) => number >= 1 && number <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  const shown = pages.flatMap((number, index) => {
    const before = pages[index - 1];
    return before !== undefined && number - before > 1 ? [-number, number] : [number];
  });
  return isOpen ? [...shown, -last - 1] : shown;
}

/** Range of the rows shown and real links to the other pages. */
export function Pager({ page, size, skip, shown, count, lastId, setSize, hrefOfPage }: PagerProps) {
  const isOpen = isUncounted(count);
  const last = Math.max(isOpen && shown === size ? page + 1 : page, Math.ceil(count / size));
  const hrefOf = (number: number) => hrefOfPage(number, number === page + 1 ? lastId : undefined);
  const from = formatNumber(skip + 1);
  const to = formatNumber(isOpen ? skip + shown : Math.min(count, skip + size));
  return (
    <footer className={classes.pager}>
      <Text c="dimmed" className="number" role="status">
        {t.range(from, to, isOpen ? t.moreThan(formatNumber(COUNTED)) : formatNumber(count))}
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
      <nav aria-label={t.pages} className={classes.pages}>
        <Step page={page - 1} isOff={page <= 1} label={t.previous} icon={IconChevronLeft} hrefOf={hrefOf} />
        {pagesToShow(page, last, isOpen).map((number) =>
          number < 0 ? (
            <span key={number} className={classes.gap} aria-hidden>
              …
            </span>
          ) : (
            <Link
              key={number}
              to={hrefOf(number)}
              preventScrollReset
              className={classes.page}
              aria-label={t.page(formatNumber(number))}
              aria-current={number === page ? 'page' : undefined}
            >
              {formatNumber(number)}
            </Link>
          ),
        )}
        <Step page={page + 1} isOff={page >= last} label={t.next} icon={IconChevronRight} hrefOf={hrefOf} />
      </nav>
    </footer>
  );
}

interface StepProps {
  page: number;
  isOff: boolean;
  label: string;
  icon: typeof IconChevronLeft;
  hrefOf: (page: number) => string;
}

function Step({ page, isOff, label, icon: Icon, hrefOf }: StepProps) {
  if (isOff)
    return (
      <span className={classes.page} data-off aria-hidden>
        <Icon size={16} />
      </span>
    );
  return (
    <Link to={hrefOf(page)} preventScrollReset className={classes.page} aria-label={label}>
      <Icon size={16} aria-hidden />
    </Link>
  );
}
