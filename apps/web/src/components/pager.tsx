import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { type ListState, PAGE_SIZES } from '../platform/list-state.ts';
import { t } from './components.texts.ts';
import classes from './pager.module.css';
import { Select } from './select.tsx';

type PagerProps = Pick<
  ListState<Record<string, string | undefined>>,
  'page' | 'size' | 'setSize' | 'hrefOfPage'
> & { count: number };

/** Pages that are always within reach: the first, the last, and those around the current one. A gap is negative. */
function pagesToShow(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((number, index) => {
    const before = pages[index - 1];
    return before !== undefined && number - before > 1 ? [-number, number] : [number];
  });
}

/** Which part of a list is shown, and the way to the others: real links. */
export function Pager({ page, size, count, setSize, hrefOfPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(count / size));
  const from = Math.min(count, (page - 1) * size + 1);
  const to = Math.min(count, page * size);
  return (
    <footer className={classes.pager}>
      <p className={classes.range} role="status">
        {t.range(formatNumber(from), formatNumber(to), formatNumber(count))}
      </p>
      <label className={classes.size}>
        {t.perPage}
        <Select
          aria-label={t.perPage}
          value={String(size)}
          onChange={(next) => setSize(Number(next))}
          options={PAGE_SIZES.map(String)}
        />
      </label>
      <nav aria-label={t.pages} className={classes.pages}>
        <Step
          page={page - 1}
          isOff={page <= 1}
          label={t.previous}
          icon={IconChevronLeft}
          hrefOfPage={hrefOfPage}
        />
        {pagesToShow(page, last).map((number) =>
          number < 0 ? (
            <span key={number} className={classes.gap} aria-hidden>
              …
            </span>
          ) : (
            <Link
              key={number}
              to={hrefOfPage(number)}
              preventScrollReset
              className={classes.page}
              aria-label={t.page(formatNumber(number))}
              aria-current={number === page ? 'page' : undefined}
            >
              {formatNumber(number)}
            </Link>
          ),
        )}
        <Step
          page={page + 1}
          isOff={page >= last}
          label={t.next}
          icon={IconChevronRight}
          hrefOfPage={hrefOfPage}
        />
      </nav>
    </footer>
  );
}

interface StepProps {
  page: number;
  isOff: boolean;
  label: string;
  icon: typeof IconChevronLeft;
  hrefOfPage: (page: number) => string;
}

function Step({ page, isOff, label, icon: Icon, hrefOfPage }: StepProps) {
  if (isOff)
    return (
      <span className={classes.page} data-off aria-hidden>
        <Icon size={16} />
      </span>
    );
  return (
    <Link to={hrefOfPage(page)} preventScrollReset className={classes.page} aria-label={label}>
      <Icon size={16} aria-hidden />
    </Link>
  );
}
