import { Button } from '@mantine/core';
import { t } from './components.texts.ts';
import classes from './draft-notice.module.css';

/** Tells that a form was filled from a draft, and offers the way back. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className={classes.notice} role="status">
      {t.draftRestored}
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t.discardDraft}
      </Button>
    </div>
  );
}
