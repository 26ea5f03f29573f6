import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useUndoEmailChange } from '../accounts.login.queries.ts';
import { t } from './accounts.login.texts.ts';
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
          <Button to="/recover-password" color="teal.5" h="2.625rem" fz="1.1875rem" fw={700} component={Link}>
            {t.resetTitle}
          </Button>
        ),
      }}
    />
  );
}
