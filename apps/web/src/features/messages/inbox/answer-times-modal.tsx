import { Dialog } from '../../../components/dialog.tsx';
import AnswerTimesPanel from '../../dashboard/answer-times-panel.tsx';
import { t } from '../messages.texts.ts';

/** Statistics of the inbox. */
export function AnswerTimesModal({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.answerTimes} size="xl" onClose={onClose} onSubmit={onClose}>
      <AnswerTimesPanel />
    </Dialog>
  );
}
