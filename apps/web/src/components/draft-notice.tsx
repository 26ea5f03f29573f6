import { Alert, type AlertProps, Button, Group } from '@mantine/core';
import type { FormDraft } from '../platform/use-draft.ts';
import { t } from './components.texts.ts';

interface DraftNoticeProps extends Pick<AlertProps, 'mb'> {
  draft: Pick<FormDraft, 'isRestored' | 'discard'>;
}

/** States that a form was restored from a draft, and offers to discard it; renders nothing otherwise. */
export const DraftNotice = ({ draft: { isRestored, discard }, mb }: DraftNoticeProps) =>
  isRestored && (
    <Alert role="status" mb={mb}>
      <Group justify="space-between" gap="xs">
        {t.draftRestored}
        <Button size="compact-sm" variant="subtle" onClick={discard}>
          {t.discardDraft}
        </Button>
      </Group>
    </Alert>
  );
