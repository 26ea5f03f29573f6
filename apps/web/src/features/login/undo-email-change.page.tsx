import { contract } from 'virtual:contract';
import { call } from '../../platform/api.ts';
import { PublicLink } from '../../platform/public-navigation.tsx';
import { LinkAction } from './link-action.tsx';
import classes from './login.module.css';
import { t } from './login.texts.ts';

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
        <PublicLink to="/recover-password" className={classes.action}>
          {t.resetTitle}
        </PublicLink>
      ),
    }}
  />
);
