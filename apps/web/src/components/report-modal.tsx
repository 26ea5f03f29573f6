import type { BulkReport } from '@agora/contract/shared/bulk';
import { Link } from 'react-router';
import { t as refusals } from '../platform/refusals.texts.ts';
import { t } from './components.texts.ts';
import { Dialog } from './dialog.tsx';
import classes from './report-modal.module.css';

/** A refusal's code, for people. */
const codeText = (code: string) =>
  Object.hasOwn(refusals, code) ? String(refusals[code as keyof typeof refusals]) : code;

interface ReportModalProps {
  report: BulkReport;
  /** Where a row that was skipped can be looked at. */
  hrefOf?: (id: string) => string;
  onClose: () => void;
}

/** What became of a bulk action whose rows were not all done. */
export default function ReportModal({ report, hrefOf, onClose }: ReportModalProps) {
  const { done, skipped } = report;
  return (
    <Dialog title={t.reportTitle} onClose={onClose} onSubmit={onClose}>
      <p>
        <strong>{t.reportDone(done)}</strong> · <strong>{t.reportSkipped(skipped.length)}</strong>
      </p>
      <ul className={classes.list}>
        {skipped.map(({ id, label, code }) => (
          <li key={id}>
            {label && hrefOf ? <Link to={hrefOf(id)}>{label}</Link> : <span>{label || t.unknownRow}</span>}
            <span className={classes.why}>{codeText(code)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
