import { COLUMN_IGNORED } from '@agora/contract/shared/table-import.rules';
import { Stack, Table, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Select } from '../select.tsx';
import classes from './table-import.module.css';
import { t } from './table-import.texts.ts';

/** Chosen columns by heading. */
export type ChosenColumns<Column extends string> = Record<string, Column | typeof COLUMN_IGNORED>;

/** The column chosen for a heading. A heading may be any text, even `constructor`. */
export const chosenColumn = <Column extends string>(
  columns: ChosenColumns<Column>,
  heading: string,
): ChosenColumns<Column>[string] | undefined =>
  Object.hasOwn(columns, heading) ? columns[heading] : undefined;

interface ColumnMappingProps<Column extends string> {
  /** Names of the columns. */
  names: Readonly<Record<Column, string>>;
  /** Headings of the table, the columns that the last check understood, and the first rows. */
  report: {
    headings: readonly string[];
    matched_columns: readonly (string | null)[];
    samples: readonly (readonly string[])[];
  };
  value: ChosenColumns<Column>;
  onChange: (value: ChosenColumns<Column>) => void;
}

/** What each column of a table contains, to be corrected; the first unknown one receives the focus. */
export function ColumnMapping<Column extends string>({
  names,
  report: { headings, matched_columns: columns, samples },
  value,
  onChange,
}: ColumnMappingProps<Column>) {
  const unknown = useRef<HTMLSelectElement>(null);
  useEffect(() => unknown.current?.focus(), []);
  const firstUnknown = columns.indexOf(null);
  const isColumn = (name: string): name is Column => Object.hasOwn(names, name);
  return (
    <Stack gap="xs" mb="sm">
      <Text fw={600}>{firstUnknown >= 0 ? t.mapColumns : t.columns}</Text>
      <Table className={classes.report ?? ''} verticalSpacing={6}>
        <Table.Tbody>
          {[...new Set(headings)].map((heading) => {
            const index = headings.indexOf(heading);
            const understood = columns[index] ?? '';
            const label = heading ? t.columnNamed(heading) : t.columnUnnamed;
            return (
              <Table.Tr key={heading}>
                <Table.Td dir="auto">
                  <Text fw={600} dir="auto">
                    {heading || t.columnUnnamed}
                  </Text>
                  <Text c="dimmed" size="xs" dir="auto" lineClamp={1}>
                    {samples.flatMap((row) => row[index]?.trim() || []).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td w="50%">
                  <Select<Column | typeof COLUMN_IGNORED | ''>
                    ref={index === firstUnknown ? unknown : null}
                    aria-label={label}
                    value={
                      chosenColumn(value, heading) ??
                      (understood === COLUMN_IGNORED || isColumn(understood) ? understood : '')
                    }
                    options={[
                      { value: '', label: t.chooseColumn },
                      ...(Object.keys(names) as Column[]).map((column) => ({
                        value: column,
                        label: names[column],
                      })),
                      { value: COLUMN_IGNORED, label: t.ignoreColumn },
                    ]}
                    onChange={(column) => {
                      const { [heading]: _former, ...others } = value;
                      onChange(column ? { ...others, [heading]: column } : others);
                    }}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
