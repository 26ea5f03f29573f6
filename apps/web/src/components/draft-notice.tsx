import { Alert, Button, Group } from '@mantine/core';
import { t } from './components.texts.ts';

/** Tells that a form was filled from a draft, and offers the way back. */
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
