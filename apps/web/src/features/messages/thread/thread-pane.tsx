import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { ActionIcon, Box, Button, Divider, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronLeft,
  IconChevronUp,
  IconHistory,
  IconMessageOff,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { readMore } from '../../../platform/read-more.ts';
import { isTextField } from '../../../platform/text-field.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { HistoryPanel } from '../../audit/history-panel.tsx';
import { SnoozeNotice } from '../later/snooze-notice.tsx';
import { threadOf, useMarkMessageRead, useMessage, useRefreshMessages } from '../messages.queries.ts';
import { t as inbox, senderName, statusText } from '../messages.texts.ts';
import { Composer } from './composer.tsx';
import { MemberBlock, MemberCard, MemberInactive } from './member-card.tsx';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';
import { ThreadActions } from './thread-actions.tsx';
import { type Earlier, ThreadEntries } from './thread-entries.tsx';

interface ThreadPaneProps {
  id: string;
  listHref: string;
  previousHref: string | undefined;
  nextHref: string | undefined;
  /** Called after an action that may remove the conversation from the list. */
  onDone: () => Promise<void>;
}

/** The open conversation. */
export default function ThreadPane({ id, listHref, previousHref, nextHref, onDone }: ThreadPaneProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useMessage(id);
  const thread = useMemo(() => data && threadOf(data.pages), [data]);
  return (
    <Flex
      component="section"
      direction="column"
      h={{ md: '100%' }}
      aria-label={inbox.thread}
      // Until it is there, a key for it is kept.
      data-shortcuts-for={thread || error ? `/messages/${id}` : ''}
    >
      <Group
        gap={6}
        justify="flex-end"
        p={{ base: '0.375rem 0.75rem', md: '0.625rem 0.75rem 0' }}
        pos={{ base: 'sticky', md: 'absolute' }}
        top={{ base: 'var(--app-shell-header-height)', md: 0 }}
        right={{ md: 0 }}
        bg={{ base: 'var(--surface)', md: 'transparent' }}
        style={{ zIndex: 1 }}
      >
        <Button
          component={Link}
          to={listHref}
          variant="subtle"
          size="compact-sm"
          me="auto"
          hiddenFrom="md"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
        >
          {t.back}
        </Button>
        <StepButton href={previousHref} label={t.previous} icon={IconChevronUp} shortcut="k" />
        <StepButton href={nextHref} label={t.next} icon={IconChevronDown} shortcut="j" />
      </Group>
      {thread ? (
        <Thread
          thread={thread}
          earlier={
            hasNextPage
              ? { isLoading: isFetchingNextPage, load: () => readMore({ data, fetchNextPage }) }
              : undefined
          }
          listHref={listHref}
          onDone={onDone}
        />
      ) : error ? (
        isMissing(error) ? (
          <StateMessage icon={IconMessageOff} title={t.missing} text={t.missingText} />
        ) : (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Stack p="md">
          <Skeleton height={48} />
          <Skeleton height={120} />
        </Stack>
      )}
    </Flex>
  );
}

const isMissing = (error: unknown) =>
  hasCode(error, 'message_not_found') || (error instanceof ApiError && error.status === 422);

interface StepButtonProps {
  href: string | undefined;
  label: string;
  icon: typeof IconChevronUp;
  shortcut: string;
}

const StepButton = ({ href, label, icon: Icon, shortcut }: StepButtonProps) =>
  href ? (
    <ActionIcon
      component={Link}
      to={href}
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      data-shortcut={shortcut}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  ) : (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} disabled>
      <Icon size={17} aria-hidden />
    </ActionIcon>
  );

interface ThreadProps {
  thread: MessageThread;
  earlier: Earlier | undefined;
  listHref: string;
  onDone: () => Promise<void>;
}

function Thread({ thread, earlier, listHref, onDone }: ThreadProps) {
  const { id, number, subject, sender, status, entries } = thread;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isHistoryShown, setHistoryShown] = useState(false);
  const me = useCurrentUser();
  useMarkAsRead(id, entries.findLast(({ author }) => author?.id !== me.id)?.id);
  useEffect(() => {
    if (!isTextField(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <Stack
        gap="0.625rem"
        px="md"
        pt="xs"
        pb="sm"
        component="header"
        pos={{ base: 'relative', md: 'static' }}
      >
        <Box pe={{ base: '4.5rem', md: '9.5rem' }} style={{ overflowWrap: 'anywhere' }}>
          <Title order={2} ref={heading} tabIndex={-1} dir="auto" style={{ outline: 'none' }}>
            {subject || inbox.noSubject}
          </Title>
          <Text component="div" c="dimmed" mt={2}>
            <span dir="auto">{senderName(sender)}</span>
            {` · #${number} `}
            <Chip tone={TONES[status]}>{statusText(status)}</Chip>
          </Text>
        </Box>
        <ThreadActions thread={thread} listHref={listHref} onDone={onDone} />
      </Stack>
      <Divider />
      <SnoozeNotice thread={thread} />
      <MemberInactive thread={thread} />
      <MemberBlock thread={thread} />
      <div className={classes.scroll}>
        <MemberCard thread={thread} />
        <div>
          <ThreadEntries thread={thread} earlier={earlier} />
          <Box mt="sm">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-expanded={isHistoryShown}
              leftSection={<IconHistory size={15} aria-hidden />}
              onClick={() => setHistoryShown(!isHistoryShown)}
            >
              {t.history}
            </Button>
            {isHistoryShown && <HistoryPanel entity="message" id={id} version={thread.version} />}
          </Box>
        </div>
      </div>
      <Composer thread={thread} onDone={onDone} />
    </>
  );
}

const TONES = { new: 'neutral', open: 'neutral', waiting: 'neutral', closed: 'good', spam: 'bad' } as const;

/**
 * Marks a conversation as read when it opens and when entries arrive, except the user's own, which the API already
 * counts as read.
 */
function useMarkAsRead(id: string, lastEntryId: string | undefined): void {
  const refresh = useRefreshMessages();
  const { mutateAsync: markRead } = useMarkMessageRead();
  const read = useEffectEvent(async () => {
    await markRead({ params: { id } });
    await refresh();
  });
  useEffect(() => {
    // After a failure, the conversation stays unread.
    void read().catch(() => undefined);
  }, [id, lastEntryId]);
}
