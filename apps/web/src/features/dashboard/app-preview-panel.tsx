import type { AppPreview } from '@agora/contract/features/dashboard/dashboard.preview.contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import { ModeControl, PhoneFrame, Phones } from '../../components/phone.tsx';
import { getScheme } from '../../platform/color-scheme.ts';
import { formatMoment, formatRelative } from '../../platform/dates.ts';
import { t } from './dashboard.preview.texts.ts';
import { useAppPreview } from './dashboard.queries.ts';

/** What the app shows a member now. Each reading is in the audit log: it is not repeated by itself. */
export function AppPreviewPanel({ userId }: { userId: string }) {
  const query = useAppPreview(userId);
  const [mode, setMode] = useState(getScheme());
  return (
    <Panel
      title={t.title}
      text={t.text}
      aside={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t.refresh}
        </Button>
      }
    >
      <Loaded query={query} height={360}>
        {({ body }) => (
          <>
            <Phones controls={<ModeControl mode={mode} onChange={setMode} />}>
              <PhoneFrame title={t.today} locale={body.locale} mode={mode}>
                <Today message={body.daily_message} />
              </PhoneFrame>
              <PhoneFrame title={t.news} locale={body.locale} mode={mode}>
                <News articles={body.news} />
              </PhoneFrame>
              <PhoneFrame title={t.inbox} locale={body.locale} mode={mode}>
                <Inbox conversations={body.conversations} />
              </PhoneFrame>
            </Phones>
            <Text c="dimmed" size="xs" ta="center" mt="md">
              {t.at(formatMoment(body.server_time))}
            </Text>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => <Text size="sm">{children}</Text>;

function Today({ message }: { message: AppPreview['daily_message'] }) {
  if (!message) return <Nothing>{t.noMessage}</Nothing>;
  const { locale, title, body, author } = message;
  return (
    <div lang={locale} dir="auto">
      <Text fw={600}>{title}</Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
        {body}
      </Text>
      {author && (
        <Text size="xs" mt="xs">
          {author}
        </Text>
      )}
    </div>
  );
}

const News = ({ articles }: { articles: AppPreview['news'] }) =>
  articles.length === 0 ? (
    <Nothing>{t.noNews}</Nothing>
  ) : (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {articles.map(({ id, locale, title, is_read, published_at }) => (
        <li key={id}>
          <Text size="sm" fw={is_read ? 400 : 600} lang={locale} dir="auto">
            {title}
          </Text>
          <Row text={formatRelative(published_at)} isUnread={!is_read} />
        </li>
      ))}
    </Stack>
  );

function Inbox({ conversations }: { conversations: AppPreview['conversations'] }) {
  if (!conversations) return <Nothing>{t.hidden}</Nothing>;
  if (conversations.length === 0) return <Nothing>{t.noConversations}</Nothing>;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {conversations.map(({ id, subject, excerpt, last_at, is_unread }) => (
        <li key={id}>
          <Text size="sm" fw={is_unread ? 600 : 400} dir="auto" lineClamp={2}>
            {subject || excerpt}
          </Text>
          <Row text={formatRelative(last_at)} isUnread={is_unread} />
        </li>
      ))}
    </Stack>
  );
}

const Row = ({ text, isUnread }: { text: string; isUnread: boolean }) => (
  <Group gap="xs" fz="xs">
    <span>{text}</span>
    {isUnread && <strong>{t.unread}</strong>}
  </Group>
);
