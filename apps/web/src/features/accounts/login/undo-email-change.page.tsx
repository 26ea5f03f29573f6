import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { MAIN_ACTION } from '../../../components/main-action.ts';
import { useUndoEmailChange } from '../accounts.login.queries.ts';
import { endSessionHere } from '../accounts.sessions.queries.ts';
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
          // The sessions of the account are over, and one that is stored would lead to the dashboard.
          <Button
            to="/recover-password"
            {...MAIN_ACTION}
            component={Link}
            onClick={() => void endSessionHere()}
          >
            {t.resetTitle}
          </Button>
        ),
      }}
    />
  );
}
