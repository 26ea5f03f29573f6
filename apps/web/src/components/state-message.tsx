import type { IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './state-message.module.css';

interface StateMessageProps {
  icon: typeof IconMoodEmpty;
  title: string;
  text?: ReactNode;
  /** Small print, such as the id of a request. */
  detail?: ReactNode;
  action?: ReactNode;
}

/** In place of content: nothing yet, nothing matches, out of range, failed. */
export function StateMessage({ icon: Icon, title, text, detail, action }: StateMessageProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={26} stroke={1.5} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
      {detail && <p className={classes.detail}>{detail}</p>}
    </div>
  );
}
