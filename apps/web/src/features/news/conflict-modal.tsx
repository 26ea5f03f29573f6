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
import { DiffText, labelOf, shownOf } from './text-diff.tsx';
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
        <Versions key={field} label={labelOf(field)}>
          {(['mine', 'theirs'] as const).map((side) => (
            <Version
              key={side}
              name={field}
              label={kept ? t[`${side}Window`] : t[side]}
              isChosen={taken.has(field) === (side === 'theirs')}
              onChoose={() => choose([field], side === 'theirs')}
            >
              <DiffText
                before={shownOf(theirs, field)}
                after={shownOf(mine, field)}
                side={side === 'mine' ? 'after' : 'before'}
              />
            </Version>
          ))}
        </Versions>
      ))}
    </Dialog>
  );
}
