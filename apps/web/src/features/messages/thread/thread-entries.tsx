import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { MessageEntry, MessageThread } from '@agora/contract/features/messages/messages.schema';
import { Button, Group, Paper, type PaperProps, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconLock, IconRobot } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Initials } from '../../../components/initials.tsx';
import { LinkedText } from '../../../components/linked-text.tsx';
import { Moment } from '../../../components/moment.tsx';
import { NARROW } from '../../../platform/screen-width.ts';
import { PendingReplies } from '../later/pending-replies.tsx';
import { EntryImages } from './entry-images.tsx';
import classes from './messages.thread.module.css';
import { deliveryText, kindText, t } from './messages.thread.texts.ts';
import { WholeMail } from './whole-mail.tsx';

const DELIVERY_ICONS: Partial<Record<DeliveryStatusProps['delivery'], typeof IconCheck>> = {
  queued: IconClock,
  sent: IconCheck,
  failed: IconAlertTriangle,
  bounced: IconAlertTriangle,
};

/** Icons of the kinds that only the team sees, or that no person wrote. */
const KIND_ICONS: Partial<Record<MessageEntry['kind'], typeof IconLock>> = {
  note: IconLock,
  automatic: IconRobot,
};

/** The page of entries before those shown. */
export interface Earlier {
  isLoading: boolean;
  load: () => Promise<void>;
}

interface ThreadEntriesProps {
  thread: MessageThread;
  /** Absent if the first entry of the conversation is shown. */
  earlier: Earlier | undefined;
}

/**
 * Entries, oldest first; scrolls to the latest, until earlier ones are requested. On a phone, where the whole page
 * scrolls, a conversation opens at its top, and only new entries scroll into view.
 */
export function ThreadEntries({ thread, earlier }: ThreadEntriesProps) {
  const { entries, reopened_from_id, rating } = thread;
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const scrollAnchor = useRef<HTMLElement>(null);
  const [first, last] = [entries[0]?.id, entries.at(-1)?.id];
  const initialLast = useRef(last);
  useEffect(() => {
    if (last !== initialLast.current || !window.matchMedia(NARROW).matches)
      end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  useLayoutEffect(() => {
    scrollAnchor.current?.scrollIntoView({ block: 'center' });
    scrollAnchor.current?.focus({ preventScroll: true });
    scrollAnchor.current = null;
  }, [first]);

  function showEarlier({ load }: Earlier) {
    scrollAnchor.current = log.current?.querySelector('li') ?? null;
    void load();
  }
  return (
    <div ref={log} role="log" aria-label={t.entries}>
      {earlier && (
        <Button
          variant="default"
          size="compact-sm"
          mb="sm"
          loading={earlier.isLoading}
          onClick={() => showEarlier(earlier)}
        >
          {t.earlier}
        </Button>
      )}
      {!earlier && reopened_from_id && (
        <Text c="dimmed" size="xs" mb="sm">
          {t.continues} <Link to={`/messages/${reopened_from_id}?tab=all`}>{t.continuesLink}</Link>
        </Text>
      )}
      {!earlier && rating && (
        <Text c="dimmed" size="xs" mb="sm">
          {t.answersRating(rating.score)}
        </Text>
      )}
      <EntryList entries={entries} />
      <PendingReplies thread={thread} />
      <div ref={end} className={classes.end} />
    </div>
  );
}

export const EntryList = ({ entries }: { entries: readonly MessageEntry[] }) => (
  <Stack component="ol" gap="sm" w="100%">
    {entries.map((entry) => (
      <Entry key={entry.id} entry={entry} />
    ))}
  </Stack>
);

const MIN_WIDTH = 'min(100%, 20rem)';

/** The member on the left, the team on the right, and internal notes over the full width. */
const STYLES: Record<MessageEntry['kind'], PaperProps> = {
  member: { me: 'auto', miw: MIN_WIDTH, maw: '40rem' },
  reply: { ms: 'auto', miw: MIN_WIDTH, maw: '40rem', bg: 'var(--accent-wash)' },
  note: { bg: 'var(--warning-wash)', bd: '1px dashed var(--warning-ink)' },
  automatic: {
    me: 'auto',
    miw: MIN_WIDTH,
    maw: '40rem',
    bg: 'transparent',
    bd: '1px dashed var(--line)',
    c: 'dimmed',
  },
};

function Entry({ entry }: { entry: MessageEntry }) {
  const { id, kind, author, body, images, has_mail, delivery, bounce_reason, created_at } = entry;
  const name = author ? nameOf(author) : t.deletedAuthor;
  return (
    <Paper component="li" tabIndex={-1} p="xs" px="sm" shadow="none" {...STYLES[kind]}>
      <Group gap="0.25rem 0.5rem" mb={4} fz="xs">
        <Initials name={name} size={24} />
        <strong dir="auto">{name}</strong>
        <KindLabel kind={kind} />
        <Text span c="dimmed" size="xs" ms="auto" flex="none">
          <Moment at={created_at} format="relative" />
        </Text>
      </Group>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <LinkedText text={body} />
      </Text>
      <EntryImages images={images} />
      {has_mail && <WholeMail id={id} />}
      {delivery && <DeliveryStatus delivery={delivery} reason={bounce_reason} />}
    </Paper>
  );
}

function KindLabel({ kind }: Pick<MessageEntry, 'kind'>) {
  const Icon = KIND_ICONS[kind];
  if (!Icon) return <span className="visually-hidden">{kindText(kind)}</span>;
  return (
    <Group component="span" gap={4} fw={600} {...(kind === 'note' && { c: 'var(--warning-ink)' })}>
      <Icon size={13} aria-hidden /> {kindText(kind)}
    </Group>
  );
}

interface DeliveryStatusProps {
  delivery: NonNullable<MessageEntry['delivery']>;
  reason: MessageEntry['bounce_reason'];
}

function DeliveryStatus({ delivery, reason }: DeliveryStatusProps) {
  const Icon = DELIVERY_ICONS[delivery];
  return (
    <Group
      component="p"
      gap={5}
      mt={6}
      fz="xs"
      {...(Icon === IconAlertTriangle ? { c: 'var(--danger-ink)', fw: 600 } : { c: 'dimmed' })}
    >
      {Icon && <Icon size={14} aria-hidden />} {deliveryText(delivery, reason)}
    </Group>
  );
}
