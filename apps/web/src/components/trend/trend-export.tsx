import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { csvFile } from '../../platform/csv.ts';
import { save } from '../../platform/download.ts';
import { getLocale } from '../../platform/i18n.ts';
import { toastError } from '../../platform/toast.ts';
import { chartImage } from './chart-image.ts';
import { t } from './trend.texts.ts';
import type { TrendRow, TrendSeries } from './trend-rows.ts';

export interface TrendExportProps {
  title: string;
  about: string;
  heading: string;
  rows: readonly TrendRow[];
  series: readonly TrendSeries[];
  /** Element with the chart; absent if the table is shown. */
  chart?: RefObject<HTMLElement | null> | undefined;
}

/** Saves the data of a chart, as a table or as an image. */
export function TrendExport({ title, about, heading, rows, series, chart }: TrendExportProps) {
  const name = `${title} · ${about}`;
  const saveTable = () => {
    const head = [heading, ...series.map(({ label }) => label)];
    const body = rows.map(({ day, label, values }) => [
      day ?? label,
      ...series.map(({ name }) => cell(values[name])),
    ]);
    save(csvFile([head, ...body]), `${name}.csv`);
  };
  const saveImage = async () => {
    if (chart?.current)
      save(await chartImage(chart.current, { title, about, legend: series }), `${name}.png`);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          flex="none"
          leftSection={<IconDownload size={15} aria-hidden />}
          aria-label={t.exportOf(title)}
        >
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={saveTable}>{t.table}</Menu.Item>
        {chart && <Menu.Item onClick={() => void saveImage().catch(toastError)}>{t.image}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A number as spreadsheets of the language parse it; empty for a missing value. */
function cell(value: number | null | undefined): string {
  const text = String(Math.round((value ?? 0) * 100) / 100);
  return value === null || value === undefined ? '' : getLocale() === 'fr' ? text.replace('.', ',') : text;
}
