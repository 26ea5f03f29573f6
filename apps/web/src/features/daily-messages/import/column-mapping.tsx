import {
  DAILY_COLUMN_IGNORED,
  DAILY_COLUMNS,
  type DailyColumn,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import type { DailyMessageImport } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { SimpleGrid, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Select } from '../../../components/select.tsx';
import { t } from './daily-messages.import.texts.ts';

/** Chosen columns by heading. */
export type ChosenColumns = DailyMessageImport['columns'];

/** The column chosen for a heading. A heading may be any text, even `constructor`. */
export const chosenColumn = (columns: ChosenColumns, heading: string): ChosenColumns[string] | undefined =>
  Object.hasOwn(columns, heading) ? columns[heading] : undefined;

interface ColumnMappingProps {
  /** Unknown headings. */
  headings: readonly string[];
  value: ChosenColumns;
  onChange: (value: ChosenColumns) => void;
}

/** A select for each unknown column; the first receives the focus. */
export function ColumnMapping({ headings, value, onChange }: ColumnMappingProps) {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <Text fw={600}>{t.mapColumns}</Text>
      <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" my="xs">
        {headings.map((heading, index) => (
          <Select<DailyColumn | typeof DAILY_COLUMN_IGNORED | ''>
            key={heading}
            ref={index === 0 ? first : null}
            label={heading ? t.columnNamed(heading) : t.columnUnnamed}
            value={chosenColumn(value, heading) ?? ''}
            options={[
              { value: '', label: t.chooseColumn },
              ...(Object.keys(DAILY_COLUMNS) as DailyColumn[]).map((column) => ({
                value: column,
                label: t[`column_${column}`],
              })),
              { value: DAILY_COLUMN_IGNORED, label: t.ignoreColumn },
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
