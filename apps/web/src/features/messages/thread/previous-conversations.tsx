import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { Box, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Moment } from '../../../components/moment.tsx';
import { useMessages } from '../messages.queries.ts';
import { t as inbox, statusText } from '../messages.texts.ts';
import { t } from './messages.thread.texts.ts';

/** Maximum conversations listed. */
const LIMIT = 5;

interface PreviousConversationsProps {
  /** The open conversation. */
  id: string;
  sender: NonNullable<MessageThread['sender']>;
}

/** The member's other conversations, listed on request. */
export function PreviousConversations({ id, sender }: PreviousConversationsProps) {
  const [isOpen, setOpen] = useState(false);
  const count = sender.messages - 1;
  if (count < 1) return null;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Box mt="xs">
      <Button
        size="compact-sm"
        variant="subtle"
        fz="xs"
        px={0}
        aria-expanded={isOpen}
        rightSection={<Chevron size={15} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t.previousConversations(count)}
      </Button>
      {isOpen && <Latest id={id} userId={sender.id} count={count} />}
    </Box>
  );
}

function Latest({ id, userId, count }: { id: string; userId: string; count: number }) {
  const { data, error, refetch } = useMessages({ user_id: userId, sort: '-last_at', limit: LIMIT + 1 });
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} mt={4} />;
  const others = data.body.data.filter((one) => one.id !== id).slice(0, LIMIT);
  return (
    <Stack gap={6} mt={4}>
      <Stack component="ul" gap={6} aria-label={t.previousConversations(count)}>
        {others.map(({ id: other, subject, status, last_at }) => (
          <li key={other}>
            <Text
              component={Link}
              to={`/messages/${other}?tab=all`}
              inherit
              dir="auto"
              display="block"
              truncate
              py={3}
            >
              {subject || inbox.noSubject}
            </Text>
            <Text c="dimmed" size="xs">
              {statusText(status)} · <Moment at={last_at} format="date" />
            </Text>
          </li>
        ))}
      </Stack>
      {count > others.length && (
        <Text component={Link} to={`/messages?tab=all&user_id=${userId}`} inherit py={3}>
          {t.allConversations}
        </Text>
      )}
    </Stack>
  );
}
