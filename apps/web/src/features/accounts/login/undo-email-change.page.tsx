import { contract } from 'virtual:contract';
import { Link } from 'react-router';
import { call } from '../../../platform/api.ts';
import classes from './accounts.login.module.css';
import { t } from './accounts.login.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Where the mail to the former address of an account leads. */
export const Page = () => (
  <LinkAction
    title={t.undoTitle}
    intro={t.undoIntro}
    action={t.undo}
    onConfirm={(token) => call(contract.users.undoEmailChange, { body: { token } })}
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
