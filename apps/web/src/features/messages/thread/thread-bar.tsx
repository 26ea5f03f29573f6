import { ActionIcon, Box, Group } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BAR_ICON } from './bar-icon.ts';
import classes from './messages.thread.module.css';
import { t } from './messages.thread.texts.ts';

interface ThreadBarProps {
  listHref: string;
  /** Absent until the conversation is loaded. */
  title?: ReactNode;
  actions?: ReactNode;
}

/** Head of a conversation on a phone: one row, which stays in view. */
export const ThreadBar = ({ listHref, title, actions }: ThreadBarProps) => (
  <Group component="header" className={classes.bar ?? ''} gap={0} wrap="nowrap">
    <ActionIcon component={Link} to={listHref} {...BAR_ICON} aria-label={t.back} title={t.back}>
      <IconChevronLeft size={24} aria-hidden />
    </ActionIcon>
    <Box flex={1} miw={0}>
      {title}
    </Box>
    {actions}
  </Group>
);
