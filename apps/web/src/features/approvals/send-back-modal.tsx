import { APPROVAL_TEXT_MAX } from '@agora/contract/features/approvals/approvals.rules';
import { Button } from '@mantine/core';
import { CountedField } from '../../components/counted-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { when } from '../../platform/rules.tsx';
import { toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import type { Approvable } from './approvable.ts';
import { useSendBack } from './approvals.queries.ts';
import { t } from './approvals.texts.ts';

interface SendBackModalProps {
  subject: Pick<Approvable, 'kind' | 'id' | 'version'>;
  onClose: () => void;
}

/** Asks what has to change. */
export function SendBackModal({ subject: { kind, id, version }, onClose }: SendBackModalProps) {
  const sendBack = useSendBack(kind);
  const form = useForm({
    initialValues: { comment: '' },
    validate: { comment: (comment) => when(comment.trim() === '', () => t.commentMissing) },
  });
  const { isBusy, submit } = useSubmit(form, async ({ comment }) => {
    await sendBack({ params: { id }, body: { comment, version } });
    toastSuccess(t.isSentBack);
    onClose();
  });
  return (
    <Dialog
      title={t.sendBackTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.sendBackDo}
        </Button>
      }
    >
      <p>{t.sendBackText}</p>
      <CountedField
        label={t.comment}
        max={APPROVAL_TEXT_MAX}
        rows={4}
        data-autofocus
        {...form.getInputProps('comment')}
        value={form.values.comment}
      />
    </Dialog>
  );
}
