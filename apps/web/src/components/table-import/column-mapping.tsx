import { COLUMN_IGNORED } from '@agora/contract/shared/table-import.rules';
import { SimpleGrid, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Select } from '../select.tsx';
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
  /** Unknown headings. */
  headings: readonly string[];
  value: ChosenColumns<Column>;
  onChange: (value: ChosenColumns<Column>) => void;
}

/** A select for each unknown column; the first receives the focus. */
export function ColumnMapping<Column extends string>({
  names,
  headings,
  value,
  onChange,
}: ColumnMappingProps<Column>) {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Text fw={600}>{t.mapColumns}</Text>
      <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" my="xs">
        {headings.map((heading, index) => (
          <Select<Column | typeof COLUMN_IGNORED | ''>
            key={heading}
            ref={index === 0 ? first : null}
            label={heading ? t.columnNamed(heading) : t.columnUnnamed}
            value={chosenColumn(value, heading) ?? ''}
            options={[
              { value: '', label: t.chooseColumn },
              ...(Object.keys(names) as Column[]).map((column) => ({ value: column, label: names[column] })),
              { value: COLUMN_IGNORED, label: t.ignoreColumn },
            ]}
            onChange={(column) => {
              const { [heading]: _former, ...others } = value;
              onChange(column ? { ...others, [heading]: column } : others);
            }}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
