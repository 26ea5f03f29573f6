import { Button } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { formatRelative } from '../../platform/dates.ts';
import type { UserValues } from './user-values.ts';
import classes from './users.module.css';
import { t } from './users.texts.ts';

interface ConflictModalProps {
  mine: UserValues;
  theirs: UserValues;
  changedAt: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const LABELS = { full_name: 'fullName', email: 'email', locale: 'language' } as const;

/** Both versions of what differs, side by side. */
export default function ConflictModal(props: ConflictModalProps) {
  const { mine, theirs, changedAt, onKeepMine, onTakeTheirs, onClose } = props;
  const fields = (Object.keys(LABELS) as (keyof UserValues)[]).filter((name) => mine[name] !== theirs[name]);
  const shown = (values: UserValues, name: keyof UserValues) =>
    name === 'locale' ? t[values.locale] : values[name];
  return (
    <Dialog
      title={t.conflictTitle}
      size="lg"
      onClose={onClose}
      onSubmit={onKeepMine}
      actions={
        <>
          <Button variant="default" onClick={onTakeTheirs}>
            {t.takeTheirs}
          </Button>
          <Button type="submit">{t.keepMine}</Button>
        </>
      }
    >
      <p>{t.conflictText(formatRelative(changedAt))}</p>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <th scope="col">{t.conflictField}</th>
            <th scope="col">{t.conflictMine}</th>
            <th scope="col">{t.conflictTheirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name}>
              <th scope="row">{t[LABELS[name]]}</th>
              <td dir="auto">{shown(mine, name)}</td>
              <td dir="auto">{shown(theirs, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
