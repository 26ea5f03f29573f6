import type { NewsContent } from '@agora/contract/features/news/news.contract';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Version, Versions } from '../../components/versions.tsx';
import { formatRelative } from '../../platform/dates.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import classes from './article.module.css';
import { type ContentField, FIELDS, isSameIn, mixed } from './article-content.ts';
import { t } from './dialogs.texts.ts';
import { labelOf, shownOf, useDiff } from './text-diff.tsx';
import type { Clash, Writing } from './use-article.ts';

interface ConflictModalProps {
  conflict: Clash;
  writing: Writing;
  onSave: (resolved: Writing) => void;
  onClose: () => void;
}

/**
 * Both versions of what two people, or two windows of one, have changed, side by side, to choose from. What only one
 * of them changed is kept as it is; where that is not known, whatever differs is asked about. Closing it changes
 * nothing.
 */
export default function ConflictModal({ conflict, writing, onSave, onClose }: ConflictModalProps) {
  const theirs = conflict.current as NewsContent;
  const mine = writing.content;
  const base = (conflict.base as NewsContent | undefined) ?? writing.base;
  const { kept } = conflict;
  const isClash = (field: ContentField) =>
    base === undefined ||
    conflict.fields.includes(field) ||
    (conflict.fields.length === 0 && !(isSameIn(field, mine, base) || isSameIn(field, theirs, base)));
  const clashing = FIELDS.filter((field) => !isSameIn(field, mine, theirs) && isClash(field));
  const [taken, setTaken] = useState<ReadonlySet<ContentField>>(new Set());

  function choose(fields: readonly ContentField[], isTheirs: boolean): void {
    const next = new Set(taken);
    for (const field of fields)
      if (isTheirs) next.add(field);
      else next.delete(field);
    setTaken(next);
  }

  /** What I have not changed is theirs, what we both changed is as chosen. */
  function resolved(): Writing {
    const isTheirs = (field: ContentField) =>
      clashing.includes(field) ? taken.has(field) : base !== undefined && isSameIn(field, mine, base);
    const content = mixed(mine, theirs, isTheirs);
    return kept
      ? { ...writing, content, saved_at: kept.saved_at }
      : { ...writing, content, version: conflict.version, base: theirs };
  }

  const copy = () =>
    navigator.clipboard
      .writeText(clashing.map((field) => `${labelOf(field)}\n${shownOf(mine, field)}`).join('\n\n'))
      .then(() => toastSuccess(t.copiedMine), toastError);

  return (
    <Dialog
      title={kept ? t.windowsTitle : t.conflictTitle}
      size="75rem"
      onClose={onClose}
      onSubmit={() => onSave(resolved())}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconCopy size={17} aria-hidden />}
            onClick={() => void copy()}
          >
            {t.copyMine}
          </Button>
          <Button type="submit">{t.keepChoice}</Button>
        </>
      }
    >
      <p>
        {kept
          ? t.windowsText(formatRelative(conflict.updated_at))
          : t.conflictText(formatRelative(conflict.updated_at), conflict.updated_by ?? undefined)}
      </p>
      {clashing.length > 1 && (
        <div className={classes.row}>
          <Button variant="default" size="compact-sm" onClick={() => choose(clashing, false)}>
            {t.allMine}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => choose(clashing, true)}>
            {t.allTheirs}
          </Button>
        </div>
      )}
      {clashing.map((field) => (
        <ClashingPart
          key={field}
          field={field}
          mine={mine}
          theirs={theirs}
          labels={kept ? { mine: t.mineWindow, theirs: t.theirsWindow } : { mine: t.mine, theirs: t.theirs }}
          isTheirs={taken.has(field)}
          onChoose={(isTheirs) => choose([field], isTheirs)}
        />
      ))}
    </Dialog>
  );
}

interface ClashingPartProps {
  field: ContentField;
  mine: NewsContent;
  theirs: NewsContent;
  labels: { mine: string; theirs: string };
  isTheirs: boolean;
  onChoose: (isTheirs: boolean) => void;
}

function ClashingPart({ field, mine, theirs, labels, isTheirs, onChoose }: ClashingPartProps) {
  const shown = useDiff(shownOf(theirs, field), shownOf(mine, field));
  return (
    <Versions label={labelOf(field)}>
      <Version name={field} label={labels.mine} isChosen={!isTheirs} onChoose={() => onChoose(false)}>
        {shown.after}
      </Version>
      <Version name={field} label={labels.theirs} isChosen={isTheirs} onChoose={() => onChoose(true)}>
        {shown.before}
      </Version>
    </Versions>
  );
}
