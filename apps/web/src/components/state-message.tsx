import { EmptyState, Text, Title } from '@mantine/core';
import type { IconMoodEmpty } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface StateMessageProps {
  icon: typeof IconMoodEmpty;
  /** Absent if the heading of the page already says it. */
  title?: string;
  text?: ReactNode;
  /** Small print, such as the id of a request. */
  detail?: ReactNode;
  action?: ReactNode;
}

/** Replaces content that is empty, filtered out, out of range or failed to load. */
export const StateMessage = ({ icon: Icon, title, text, detail, action }: StateMessageProps) => (
  <EmptyState variant="light" py="3.5rem" px="lg" icon={<Icon stroke={1.5} aria-hidden />}>
    {title && <Title order={2}>{title}</Title>}
    {text && <EmptyState.Description maw="30rem">{text}</EmptyState.Description>}
    {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    {detail && (
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    )}
  </EmptyState>
);
