import type { MessageEntry, MessageThread } from '@agora/contract/features/messages/messages.contract';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconLock, IconRobot } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Initials } from '../../../components/initials.tsx';
import { Moment } from '../../../components/moment.tsx';
import { nameOf } from '../messages.feature.texts.ts';
import { EntryImages } from './entry-images.tsx';
import classes from './messages.thread.module.css';
import { deliveryText, kindText, t } from './messages.thread.texts.ts';

const DELIVERY_ICONS: Partial<Record<Delivered['delivery'], typeof IconCheck>> = {
  queued: IconClock,
  sent: IconCheck,
  failed: IconAlertTriangle,
  bounced: IconAlertTriangle,
};

/** What only the team sees is marked. */
const KIND_ICONS: Partial<Record<MessageEntry['kind'], typeof IconLock>> = {
  note: IconLock,
  automatic: IconRobot,
};

/** Everything that was written, oldest first; what is latest is in view. */
export function ThreadEntries({ thread }: { thread: MessageThread }) {
  const { entries, reopened_from_id, rating } = thread;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [entries.length]);
  return (
    <div role="log" aria-label={t.entries}>
      {reopened_from_id && (
        <Text c="dimmed" size="xs" mb="sm">
          {t.continues} <Link to={`/messages/${reopened_from_id}?tab=all`}>{t.continuesLink}</Link>
        </Text>
      )}
      {rating && (
        <Text c="dimmed" size="xs" mb="sm">
          {t.answersRating(rating.score)}
        </Text>
      )}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <div ref={end} />
    </div>
  );
}

export function Entry({ entry }: { entry: MessageEntry }) {
  const { kind, author, body, images, delivery, bounce_reason, created_at } = entry;
  const name = author ? nameOf(author) : t.deletedAuthor;
  return (
    <li className={classes.entry} data-kind={kind}>
      <Group gap="0.25rem 0.5rem" mb={4} fz="xs" component="p">
        <Initials name={name} size={24} />
        <strong dir="auto">{name}</strong>
        <KindMark kind={kind} />
        <Text span c="dimmed" size="xs" ms="auto" flex="none">
          <Moment at={created_at} format="relative" />
        </Text>
      </Group>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
      <EntryImages images={images} />
      {delivery && <DeliveryMark delivery={delivery} reason={bounce_reason} />}
    </li>
  );
}

function KindMark({ kind }: Pick<MessageEntry, 'kind'>) {
  const Icon = KIND_ICONS[kind];
  return (
    <span className={Icon ? classes.kindMark : 'visually-hidden'}>
      {Icon && <Icon size={13} aria-hidden />} {kindText(kind)}
    </span>
  );
}

interface Delivered {
  delivery: NonNullable<MessageEntry['delivery']>;
  reason: MessageEntry['bounce_reason'];
}

function DeliveryMark({ delivery, reason }: Delivered) {
  const Icon = DELIVERY_ICONS[delivery];
  return (
    <p className={classes.delivery} data-delivery={delivery}>
      {Icon && <Icon size={14} aria-hidden />} {deliveryText(delivery, reason)}
    </p>
  );
}
