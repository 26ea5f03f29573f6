import { Button, Group, Radio } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatRelative } from '../platform/dates.ts';
import { toastError, toastSuccess } from '../platform/toast.ts';
import classes from './conflict-dialog.module.css';
import { t } from './conflict-dialog.texts.ts';
import { Dialog } from './dialog.tsx';

/** A part changed by both people, each version as text. */
interface ConflictPart<Name extends string> {
  name: Name;
  label: string;
  mine: string;
  theirs: string;
}

interface ConflictDialogProps<Name extends string> {
  title: string;
  /** Time at which the other version was saved, and its author. */
  savedAt: string;
  savedBy?: string | undefined;
  /** Replaces the default texts, which are about two people. */
  words?: { text: string; mine: string; theirs: string } | undefined;
  parts: readonly ConflictPart<Name>[];
  /** Parts for which their version is preselected: those that only they have changed. */
  theirs?: readonly Name[];
  /** Renders a version; by default as plain text. */
  render?: (part: ConflictPart<Name>, version: 'mine' | 'theirs') => ReactNode;
  /** Receives the parts for which their version was chosen. */
  onSave: (theirs: readonly Name[]) => void;
  onClose: () => void;
}

/** Both versions of each part, side by side. Closing the dialog changes nothing. */
export function ConflictDialog<Name extends string>(props: ConflictDialogProps<Name>) {
  const { title, savedAt, savedBy, parts, theirs = [], render = plain, onSave, onClose } = props;
  const words = props.words ?? {
    text: t.text(formatRelative(savedAt), savedBy),
    mine: t.mine,
    theirs: t.theirs,
  };
  const [taken, setTaken] = useState(theirs);
  const choose = (name: Name, version: 'mine' | 'theirs') => {
    const others = taken.filter((each) => each !== name);
    setTaken(version === 'theirs' ? [...others, name] : others);
  };
  const copy = () =>
    navigator.clipboard
      .writeText(parts.map(({ label, mine }) => `${label}\n${mine}`).join('\n\n'))
      .then(() => toastSuccess(t.copiedMine), toastError);

  return (
    <Dialog
      title={title}
      size="75rem"
      onClose={onClose}
      onSubmit={() => onSave(taken)}
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
      <p>{words.text}</p>
      {parts.length > 1 && (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setTaken([])}>
            {t.allMine}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setTaken(parts.map(({ name }) => name))}>
            {t.allTheirs}
          </Button>
        </Group>
      )}
      {parts.map((part) => (
        <fieldset key={part.name} className={classes.versions}>
          <legend>{part.label}</legend>
          {(['mine', 'theirs'] as const).map((version) => (
            <label key={version} className={classes.version}>
              <span className={classes.choice}>
                <Radio
                  name={part.name}
                  checked={taken.includes(part.name) === (version === 'theirs')}
                  onChange={() => choose(part.name, version)}
                />
                {words[version]}
              </span>
              {render(part, version)}
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

const plain = (part: ConflictPart<string>, version: 'mine' | 'theirs') => (
  <span dir="auto" className={classes.text}>
    {part[version] || <em>{t.nothing}</em>}
  </span>
);
