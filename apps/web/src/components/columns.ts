import { NO_COLUMNS } from '@agora/contract/features/accounts/accounts.preferences.rules';

/** A column of a table, as TanStack Table has it. */
interface Column {
  id?: string;
  accessorKey?: unknown;
  header?: unknown;
  meta?: { visibleFrom?: unknown };
}

/** The columns that a person sees, and how they change them. */
export interface ColumnChoice {
  /** The chosen columns, in the form of the contract; null for all, in their usual order. */
  chosen: string | null;
  choose: (chosen: string | null) => void;
}

const nameOf = ({ id, accessorKey }: Column): string => id ?? String(accessorKey);

/** The columns after the first: those without a text as their header, checkboxes and actions, always stay. */
const choosable = <One extends Column>(columns: readonly One[]): One[] =>
  columns.filter(({ header }) => typeof header === 'string').slice(1);

/** The columns that can be chosen: the chosen ones in their order, then the others. */
export function offeredColumns(columns: readonly Column[], chosen: string | null) {
  const all = choosable(columns).map((column) => ({ name: nameOf(column), label: String(column.header) }));
  if (chosen === null) return all.map((column) => ({ ...column, isShown: true }));
  const names = chosen.split(',');
  const shown = names.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const others = all.filter(({ name }) => !names.includes(name));
  return [
    ...shown.map((column) => ({ ...column, isShown: true })),
    ...others.map((column) => ({ ...column, isShown: false })),
  ];
}

/** The choice of these columns, in their order. */
export const choiceOf = (columns: readonly { name: string; isShown: boolean }[]): string =>
  columns.flatMap(({ name, isShown }) => (isShown ? [name] : [])).join(',') || NO_COLUMNS;

/**
 * The columns of a table as they were chosen; names that it does not have are ignored. A chosen column is shown at any
 * width.
 */
export function chosenColumns<One extends Column>(columns: readonly One[], chosen: string | null): One[] {
  if (chosen === null) return [...columns];
  const all = choosable(columns);
  const shown = [...new Set(chosen.split(','))].flatMap((name) => {
    const column = all.find((one) => nameOf(one) === name);
    if (!column) return [];
    const { visibleFrom: _width, ...meta } = column.meta ?? {};
    return [{ ...column, meta }];
  });
  return columns.flatMap((column) => (column === all[0] ? shown : all.includes(column) ? [] : [column]));
}
