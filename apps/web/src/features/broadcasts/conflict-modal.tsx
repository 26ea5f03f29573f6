import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Version, Versions } from '../../components/versions.tsx';
import { formatRelative } from '../../platform/dates.ts';
import type { BroadcastFields, Conflict, Part } from './broadcast-values.ts';
import { audienceWords, nameOf } from './broadcast-words.ts';
import { t as broadcast, categoryText } from './broadcasts.texts.ts';
import classes from './composer.module.css';
import { t } from './composer.texts.ts';
import { t as said } from './conflict.texts.ts';
import { spanText } from './span-text.ts';

interface ConflictModalProps {
  mine: BroadcastFields;
  theirs: BroadcastPublic;
  conflicts: readonly Conflict[];
  /** With the parts that stay theirs. */
  onSave: (parts: ReadonlySet<Part>) => void;
  onClose: () => void;
}

/** Both versions of what a colleague has changed, side by side, to choose from. Closing it changes nothing. */
export default function ConflictModal({ mine, theirs, conflicts, onSave, onClose }: ConflictModalProps) {
  const [taken, setTaken] = useState(
    new Set(conflicts.filter(({ isMine }) => !isMine).map(({ part }) => part)),
  );
  function choose(part: Part, isTheirs: boolean): void {
    const next = new Set(taken);
    if (isTheirs) next.add(part);
    else next.delete(part);
    setTaken(next);
  }
  return (
    <Dialog
      title={said.title}
      size="xl"
      onClose={onClose}
      onSubmit={() => onSave(taken)}
      actions={<Button type="submit">{said.keep}</Button>}
    >
      <p>{said.text(formatRelative(theirs.updated_at), nameOf(theirs.updated_by))}</p>
      {conflicts.map(({ part }) => (
        <Versions key={part} label={labelOf(part)}>
          {[false, true].map((isTheirs) => (
            <Version
              key={String(isTheirs)}
              name={part}
              label={isTheirs ? said.theirs : said.mine}
              isChosen={taken.has(part) === isTheirs}
              onChoose={() => choose(part, isTheirs)}
            >
              <span dir="auto" className={classes.versionText}>
                {shown(isTheirs ? theirs : mine, part) || <em>{said.nothing}</em>}
              </span>
            </Version>
          ))}
        </Versions>
      ))}
    </Dialog>
  );
}

function labelOf(part: Part): string {
  switch (part) {
    case 'fr':
    case 'en':
    case 'category':
      return broadcast[part];
    case 'audience':
      return t.audience;
    case 'link':
      return t.leadsTo;
    case 'image_id':
      return t.picture;
    case 'name':
      return t.name;
    case 'missing_locale':
      return t.missingRule;
    case 'urgent':
      return t.quiet;
    case 'ttl_seconds':
      return t.ttl;
  }
}

function shown(fields: BroadcastFields, part: Part): string {
  switch (part) {
    case 'fr':
    case 'en': {
      const text = fields.translations[part];
      return text ? `${text.title}\n${text.body}` : '';
    }
    case 'audience':
      return audienceWords(fields.audience).join('\n');
    case 'link':
    case 'name':
      return fields[part] ?? '';
    case 'image_id':
      return fields.image_id ? t.picture : '';
    case 'category':
      return categoryText(fields.category);
    case 'missing_locale':
      return fields.missing_locale === 'skip' ? t.skip : t.fallbackHint;
    case 'urgent':
      return fields.urgent ? t.quietUrgent : t.quietWait;
    case 'ttl_seconds':
      return spanText(fields.ttl_seconds);
  }
}
