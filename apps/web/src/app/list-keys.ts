const rowsOfList = () => [
  ...document.querySelectorAll<HTMLElement>('main tbody tr:not([aria-hidden]), main .rows > li'),
];

const hasFocus = (row: HTMLElement) => row.contains(document.activeElement);

/**
 * Focuses the next or previous row of the list, at first the first one: what is marked as its main action, else its
 * first link or button.
 */
function focusRow(step: 1 | -1): void {
  const rows = rowsOfList();
  const row = rows[Math.max(0, rows.findIndex(hasFocus) + step)];
  (row?.querySelector<HTMLElement>('[data-main]') ?? row?.querySelector<HTMLElement>('a, button'))?.focus();
}

/** Keys of the lists, for pages that don't handle them otherwise. */
export const LIST_KEYS: Readonly<Record<string, () => void>> = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => rowsOfList().find(hasFocus)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
};
