import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: ReactNode;
  text?: ReactNode;
  /** Level of the heading. */
  level?: 1 | 2 | 3;
  /** Beside the heading. */
  aside?: ReactNode;
  tone?: 'danger';
  children: ReactNode;
}

/** A section of a page: its heading and its content. */
export function Panel({ title, text, level = 2, aside, tone, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} mb="lg" {...(tone && { bd: '1px solid red.6' })}>
      <Group component="header" justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={level} id={id}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" maw="40rem" mt={4} style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          )}
        </div>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
