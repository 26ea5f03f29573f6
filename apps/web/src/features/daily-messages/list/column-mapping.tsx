import {
  DAILY_COLUMN_IGNORED,
  DAILY_COLUMNS,
  type DailyColumn,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import { SimpleGrid, Text } from '@mantine/core';
import { Select } from '../../../components/select.tsx';
import { getLocale } from '../../../platform/i18n.ts';
import { t } from './daily-messages.import.texts.ts';

interface ColumnMappingProps {
  unknown: readonly string[];
  /** Changes the heading of an unknown column in the table. */
  onRename: (heading: string, column: string) => void;
}

/** A choice for each column that the import does not know. */
export const ColumnMapping = ({ unknown, onRename }: ColumnMappingProps) => (
  <>
    <Text fw={600}>{t.mapColumns}</Text>
    <SimpleGrid minColWidth="14rem" autoFlow="auto-fit" mt="xs">
      {unknown.map((heading) => (
        <Select<string>
          key={heading}
          label={heading ? t.columnNamed(heading) : t.columnUnnamed}
          value=""
          options={[
            { value: '', label: t.chooseColumn },
            ...(Object.keys(DAILY_COLUMNS) as DailyColumn[]).map((column) => ({
              value: DAILY_COLUMNS[column][getLocale()],
              label: t[`column_${column}`],
            })),
            { value: DAILY_COLUMN_IGNORED, label: t.ignoreColumn },
          ]}
          onChange={(column) => column && onRename(heading, column)}
        />
      ))}
    </SimpleGrid>
  </>
);

/** The table with another heading for a column. */
export function withHeading(csv: string, heading: string, column: string): string {
  const end = csv.search(/[\r\n]|$/);
  const line = csv.slice(0, end);
  const delimiter = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? ',';
  const cells = line.split(delimiter);
  const at = cells.findIndex((cell) => unquoted(cell) === heading);
  return cells.toSpliced(at, 1, column).join(delimiter) + csv.slice(end);
}

const unquoted = (cell: string) =>
  cell
    .replace(/^\uFEFF/, '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim();
