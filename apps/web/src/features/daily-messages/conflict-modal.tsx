import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Version, Versions } from '../../components/versions.tsx';
import { formatRelative } from '../../platform/dates.ts';
import classes from './daily-messages.module.css';
import { t as daily } from './daily-messages.texts.ts';
import { t } from './editor.texts.ts';
import { type Conflict, type MessageValues, valuesOf } from './message-values.ts';

interface ConflictModalProps {
  mine: MessageValues;
  conflicts: readonly Conflict[];
  theirs: DailyMessagePublic;
  /** With what was chosen of each. */
  onSave: (values: MessageValues) => void;
  onClose: () => void;
}

/** Both versions of what a colleague has changed, side by side, to choose from. Closing it changes nothing. */
export default function ConflictModal({ mine, conflicts, theirs, onSave, onClose }: ConflictModalProps) {
  const [taken, setTaken] = useState(
    new Set(conflicts.filter(({ isMine }) => !isMine).map(({ field }) => field)),
  );
  const other = valuesOf(theirs);
  const { updated_by, updated_at } = theirs;

  function choose(field: Conflict['field'], isTheirs: boolean): void {
    const next = new Set(taken);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTaken(next);
  }

  return (
    <Dialog
      title={t.conflictTitle}
      size="xl"
      onClose={onClose}
      onSubmit={() =>
        onSave({ ...mine, ...Object.fromEntries([...taken].map((field) => [field, other[field]])) })
      }
      actions={<Button type="submit">{t.keepChoice}</Button>}
    >
      <p>
        {t.conflictText(
          formatRelative(updated_at),
          updated_by ? (updated_by.full_name ?? updated_by.email) : undefined,
        )}
      </p>
      {conflicts.map(({ field }) => (
        <Versions key={field} label={labelOf(field)}>
          <Version
            name={field}
            label={t.mine}
            isChosen={!taken.has(field)}
            onChoose={() => choose(field, false)}
          >
            <VersionText text={shown(mine, field)} />
          </Version>
          <Version
            name={field}
            label={t.theirs}
            isChosen={taken.has(field)}
            onChoose={() => choose(field, true)}
          >
            <VersionText text={shown(other, field)} />
          </Version>
        </Versions>
      ))}
    </Dialog>
  );
}

const VersionText = ({ text }: { text: string }) => (
  <span dir="auto" className={classes.versionText}>
    {text || <em>{t.nothing}</em>}
  </span>
);

const PARTS = { title: 'messageTitle', body: 'body', author: 'author' } as const;

function labelOf(field: Conflict['field']): string {
  if (field === 'link') return t.link;
  if (field === 'status') return daily.status;
  if (field === 'missing_locale') return t.missingRule;
  const [locale, part] = field.split('_') as ['fr' | 'en', keyof typeof PARTS];
  return `${t[PARTS[part]]} · ${daily[locale]}`;
}

function shown(values: MessageValues, field: Conflict['field']): string {
  if (field === 'status') return daily[values.status];
  if (field === 'missing_locale') return t[values.missing_locale];
  return values[field];
}
