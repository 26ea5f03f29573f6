import type { BulkReport } from '@agora/contract/shared/bulk';
import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { textOf } from '../platform/errors.ts';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';

interface ReportModalProps {
  report: BulkReport;
  /** Link to a skipped row. */
  hrefOf?: (id: string) => string;
  onClose: () => void;
}

/** Result of a bulk action in which rows were skipped. */
export function ReportModal({ report, hrefOf, onClose }: ReportModalProps) {
  const { done, skipped } = report;
  return (
    <Dialog title={t.reportTitle} onClose={onClose} onSubmit={onClose}>
      <p>
        <strong>{t.reportDone(done)}</strong> · <strong>{t.reportSkipped(skipped.length)}</strong>
      </p>
      <Stack gap={0} mah="18rem" className="rows" style={{ overflowY: 'auto' }} component="ul">
        {skipped.map(({ id, label, code }) => (
          <Group component="li" key={id} justify="space-between" gap="0.25rem 1rem" py="xs">
            {label && hrefOf ? <Link to={hrefOf(id)}>{label}</Link> : <span>{label || t.unknownRow}</span>}
            <Text c="dimmed" size="xs" span>
              {textOf(code) ?? code}
            </Text>
          </Group>
        ))}
      </Stack>
    </Dialog>
  );
}
