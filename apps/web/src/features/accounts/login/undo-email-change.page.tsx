import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useUndoEmailChange } from '../accounts.login.queries.ts';
import { endCurrentSession } from '../accounts.sessions.queries.ts';
import { t } from './accounts.recovery.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Target of the link in the mail to the previous address. */
export function Page() {
  const { mutateAsync: undo } = useUndoEmailChange();
  return (
    <LinkAction
      title={t.undoTitle}
      intro={t.undoIntro}
      action={t.undo}
      onConfirm={(token) => undo({ body: { token } })}
      done={{
        title: t.undoDone,
        text: t.undoDoneText,
        next: (
          // The account's sessions have ended, but a stored one would redirect to the dashboard.
          <Button to="/recover-password" component={Link} onClick={() => void endCurrentSession()}>
            {t.resetTitle}
          </Button>
        ),
      }}
    />
  );
}
