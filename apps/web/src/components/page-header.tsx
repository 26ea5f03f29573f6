import { Anchor, Box, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { PageTabsContext } from '../platform/page-tabs.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { t } from './components.texts.ts';
import classes from './page-header.module.css';

interface PageHeaderProps {
  /** True if the tab of the page says its title, which then only screen readers get. */
  isTitleInTab?: boolean;
  /** Absent until it is loaded. */
  title?: string;
  /** True if the title is shown below, such as in the field where it is written. */
  isTitleBelow?: boolean;
  text?: ReactNode;
  /** Not shown beside the tabs of a menu page. */
  back?: { to: string; label: string };
  /** On the line of `back`, such as who else has the page open. */
  aside?: ReactNode;
  /** Before the title, such as a picture. */
  figure?: ReactNode;
  /** After the title, such as a status. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Number of pending items on this page, shown in the title of the browser tab. */
  pending?: number | undefined;
}

export function PageHeader({
  isTitleInTab,
  isTitleBelow,
  title,
  text,
  back,
  aside,
  ...head
}: PageHeaderProps) {
  const { figure, badge, actions, pending } = head;
  const name = title ?? t.loading;
  const tabs = use(PageTabsContext);
  usePageTitle(pending ? `(${formatNumber(pending)}) ${name}` : name);
  return (
    <Box component="header" mb="lg" {...(isTitleInTab && { className: classes.tabbed })}>
      {back && !tabs && (
        <Group justify="space-between" wrap="nowrap" mb="xs" mih={32}>
          <Anchor
            component={Link}
            to={back.to}
            fw={600}
            display="inline-flex"
            py={4}
            flex="none"
            style={{ alignItems: 'center', gap: 4 }}
          >
            <IconChevronLeft size={16} aria-hidden />
            {back.label}
          </Anchor>
          {aside}
        </Group>
      )}
      <Group gap="sm">
        {figure}
        <Box flex={1} miw="min(100%, 20rem)">
          <Title
            order={1}
            style={{ overflowWrap: 'anywhere' }}
            {...(isTitleBelow && { className: 'visually-hidden' })}
          >
            {title ? (
              <bdi>{title}</bdi>
            ) : (
              <>
                <Skeleton component="span" display="inline-block" h="1em" w="min(16rem, 100%)" />
                <VisuallyHidden>{t.loading}</VisuallyHidden>
              </>
            )}{' '}
            {!isTitleBelow && badge}
          </Title>
          {text && (
            <Text
              c="dimmed"
              maw="46rem"
              mt={4}
              {...(isTitleBelow && { component: 'div' })}
              style={{ overflowWrap: 'anywhere' }}
            >
              {isTitleBelow && badge}
              {isTitleBelow && ' · '}
              {text}
            </Text>
          )}
        </Box>
        {actions && (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
      {tabs}
    </Box>
  );
}
