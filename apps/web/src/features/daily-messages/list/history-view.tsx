import type { DailyMessageIssue } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { ListFrame } from '../../../components/list-frame.tsx';
import { Moment } from '../../../components/moment.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useListState } from '../../../platform/list-state.ts';
import classes from '../daily-messages.module.css';
import { useDailyMessageIssues } from '../daily-messages.queries.ts';
import { t as daily, longDay } from '../daily-messages.texts.ts';
import { LanguageChips } from '../message-status.tsx';
import { t } from './daily-messages.history.texts.ts';

const parse = () => ({});

/** Messages that members were shown, latest day first. */
export function HistoryView() {
  const list = useListState({ parse, sorts: [], defaultSort: '-day' });
  const issues = useDailyMessageIssues({ skip: list.skip, limit: list.size });
  const body = issues.data?.body;
  return (
    <ListFrame
      list={list}
      query={{
        ...issues,
        data: body && { body: { ...body, data: body.data.map((issue) => ({ ...issue, id: issue.day })) } },
      }}
      toolbar={
        <Text c="dimmed" w="100%">
          {t.historyText}
        </Text>
      }
      selectionBar={null}
      table={
        body ? (
          <ol className={classes.history} aria-label={daily.history}>
            {body.data.map((issue) => (
              <Issue key={issue.day} issue={issue} />
            ))}
          </ol>
        ) : (
          <Box p="md">
            <Skeleton height={320} />
          </Box>
        )
      }
      empty={<StateMessage icon={IconHistory} title={t.emptyHistory} text={t.emptyHistoryText} />}
    />
  );
}

function Issue({ issue }: { issue: DailyMessageIssue }) {
  const { search } = useLocation();
  const { day, message_id, is_deleted, source, translations, first_served_at } = issue;
  const date = <time dateTime={day}>{longDay(day)}</time>;
  return (
    <li className={classes.issue}>
      <div className={classes.issueHead}>
        <h2>
          {is_deleted ? (
            date
          ) : (
            <Link to={`/daily-message/${message_id}`} state={{ from: search }}>
              {date}
            </Link>
          )}
        </h2>
        <Group gap={4}>
          <LanguageChips translations={translations} />
          {source === 'reserve' && <Chip tone="neutral">{t.shownReserve}</Chip>}
        </Group>
        <Text c="dimmed" size="xs" mt={6}>
          {t.firstServed} <Moment at={first_served_at} format="relative" />
        </Text>
      </div>
      <SimpleGrid minColWidth="18rem" spacing="sm">
        {LOCALES.map((locale) => {
          const text = translations[locale];
          return (
            text?.body && (
              <blockquote key={locale} lang={locale} dir="auto">
                {text.title && <strong>{text.title}</strong>}
                <p>{text.body}</p>
                {text.author && <footer>{text.author}</footer>}
              </blockquote>
            )
          );
        })}
      </SimpleGrid>
    </li>
  );
}
