import { Link } from 'react-router';
import { useUndoEmailChange } from '../accounts.login.queries.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Where the mail to the former address of an account leads. */
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
          <Link to="/recover-password" className={classes.action}>
            {t.resetTitle}
          </Link>
        ),
      }}
    />
  );
}
