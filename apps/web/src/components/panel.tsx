import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: ReactNode;
  text?: ReactNode;
  /** Of the heading. */
  level?: 1 | 2;
  /** Beside the heading. */
  aside?: ReactNode;
  tone?: 'danger';
  children: ReactNode;
}

/** One subject of a page: its heading, and what can be done about it. */
export function Panel({ title, text, level = 2, aside, tone, children }: PanelProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={classes.panel} aria-labelledby={id} data-tone={tone}>
      <header className={classes.head}>
        <div>
          <Heading id={id}>{title}</Heading>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
