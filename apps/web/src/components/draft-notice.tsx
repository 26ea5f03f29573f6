import { Alert, Button, Group } from '@mantine/core';
import { t } from './components.texts.ts';

/** States that a form was restored from a draft, and offers to discard it. */
export const DraftNotice = ({ onDiscard }: { onDiscard: () => void }) => (
  <Alert role="status">
    <Group justify="space-between" gap="xs">
      {t.draftRestored}
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t.discardDraft}
      </Button>
    </Group>
  </Alert>
);
