import { contract } from 'virtual:contract';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { ActionIcon, Box, Button, Divider, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconHistory, IconMessageOff } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { readMore } from '../../../platform/read-more.ts';
import { useIsNarrow } from '../../../platform/screen-width.ts';
import { isTextField } from '../../../platform/text-field.ts';
import { useAllowed, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { HistoryPanel } from '../../audit/history-panel.tsx';
import { SnoozeNotice } from '../later/snooze-notice.tsx';
import { threadOf, useMarkMessageRead, useMessage, useRefreshMessages } from '../messages.queries.ts';
import { t as inbox, senderName, statusText } from '../messages.texts.ts';
import { Composer, Reader } from './composer.tsx';
import { MemberBlock, MemberCard, MemberInactive } from './member-card.tsx';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';
import { ThreadActions } from './thread-actions.tsx';
import { ThreadBar } from './thread-bar.tsx';
import { ThreadBarActions } from './thread-bar-actions.tsx';
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
  const isNarrow = useIsNarrow();
  return (
    <Flex
      component="section"
      direction="column"
      h={{ md: '100%' }}
      miw={0}
      flex={{ base: 1, md: 'initial' }}
      aria-label={inbox.thread}
      // Until it is there, a key for it is kept.
      data-shortcuts-for={thread || error ? `/messages/${id}` : ''}
    >
      {isNarrow ? (
        !thread && <ThreadBar listHref={listHref} />
      ) : (
        <Group gap={6} p="0.625rem 0.75rem 0" pos="absolute" top={0} right={0} style={{ zIndex: 1 }}>
          <StepButton href={previousHref} label={t.previous} icon={IconChevronUp} shortcut="k" />
          <StepButton href={nextHref} label={t.next} icon={IconChevronDown} shortcut="j" />
        </Group>
      )}
      {thread ? (
        <Thread
          thread={thread}
          earlier={
            hasNextPage
              ? { isLoading: isFetchingNextPage, load: () => readMore({ data, fetchNextPage }) }
              : undefined
          }
          {...{ listHref, previousHref, nextHref, onDone }}
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

interface ThreadProps extends Omit<ThreadPaneProps, 'id'> {
  thread: MessageThread;
  earlier: Earlier | undefined;
}

function Thread({ thread, earlier, ...pane }: ThreadProps) {
  const { id, entries } = thread;
  const { onDone } = pane;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isHistoryShown, setHistoryShown] = useState(false);
  const isNarrow = useIsNarrow();
  const me = useCurrentUser();
  const mayReply = useAllowed(contract.messages.replyToMessage);
  const mayReadHistory = useAllowed(contract.auditLogs.readAuditLogs);
  useMarkAsRead(id, entries.findLast(({ author }) => author?.id !== me.id)?.id);
  useEffect(() => {
    if (!isTextField(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      {isNarrow ? (
        <ThreadBar
          listHref={pane.listHref}
          title={<NarrowTitle thread={thread} heading={heading} />}
          actions={<ThreadBarActions thread={thread} {...pane} />}
        />
      ) : (
        <>
          <Stack gap="0.625rem" px="md" pt="xs" pb="sm" component="header">
            <Box pe="9.5rem" style={{ overflowWrap: 'anywhere' }}>
              <WideTitle thread={thread} heading={heading} />
            </Box>
            <ThreadActions thread={thread} {...pane} />
          </Stack>
          <Divider />
        </>
      )}
      <SnoozeNotice thread={thread} />
      <MemberInactive thread={thread} />
      <MemberBlock thread={thread} />
      <div className={classes.scroll}>
        <MemberCard thread={thread} />
        <div>
          <ThreadEntries thread={thread} earlier={earlier} />
          <Box mt="sm">
            {mayReadHistory && (
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
            )}
            {isHistoryShown && <HistoryPanel entity="message" id={id} version={thread.version} />}
          </Box>
        </div>
      </div>
      {mayReply ? <Composer thread={thread} onDone={onDone} /> : <Reader id={id} />}
    </>
  );
}

interface TitleProps {
  thread: MessageThread;
  /** Gets the focus when the conversation opens. */
  heading: RefObject<HTMLHeadingElement | null>;
}

const WideTitle = ({ thread: { number, subject, sender, status }, heading }: TitleProps) => (
  <>
    <Title order={2} ref={heading} tabIndex={-1} dir="auto" style={{ outline: 'none' }}>
      {subject || inbox.noSubject}
    </Title>
    <Group gap={6} c="dimmed" mt={2}>
      <span>
        <bdi>{senderName(sender)}</bdi>
        {` · #${number}`}
      </span>
      <Chip tone={TONES[status]}>{statusText(status)}</Chip>
    </Group>
  </>
);

/** On two lines of a phone, three for a long subject. */
const NarrowTitle = ({ thread: { number, subject, sender, status }, heading }: TitleProps) => (
  <>
    <Title
      order={2}
      size="h3"
      ref={heading}
      tabIndex={-1}
      dir="auto"
      lineClamp={2}
      style={{ outline: 'none', overflowWrap: 'anywhere' }}
    >
      {subject || inbox.noSubject}
    </Title>
    <Group gap={6} wrap="nowrap" c="dimmed" fz="xs">
      <Text span inherit dir="auto" truncate>
        {senderName(sender)}
      </Text>
      <Text span inherit flex="none">{`· #${number}`}</Text>
      <Box flex="none">
        <Chip tone={TONES[status]}>{statusText(status)}</Chip>
      </Box>
    </Group>
  </>
);

const TONES = { new: 'neutral', open: 'neutral', waiting: 'neutral', closed: 'good', spam: 'bad' } as const;

/**
 * Marks a conversation as read, for those who may, when it opens and when entries arrive, except the user's own, which
 * the API already counts as read.
 */
function useMarkAsRead(id: string, lastEntryId: string | undefined): void {
  const refresh = useRefreshMessages();
  const { mutateAsync: markRead } = useMarkMessageRead();
  const mayMark = useAllowed(contract.messages.markMessageRead);
  const read = useEffectEvent(async () => {
    await markRead({ params: { id } });
    await refresh();
  });
  useEffect(() => {
    // After a failure, the conversation stays unread.
    if (mayMark) void read().catch(() => undefined);
  }, [id, lastEntryId, mayMark]);
}
