import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button, Group, List, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Dialog } from '../../../components/dialog.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { useAudience, useBroadcastsAbout } from '../../broadcasts/broadcasts.queries.ts';
import { useCategories } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { t } from './news.publish.texts.ts';
import { type Check, checksOf } from './publish-checks.ts';

/** All members who accept pushes about news. */
const EVERYONE = {
  audience: { everyone: true },
  category: 'news',
  missing_locale: 'fallback',
  complete_locales: ['fr', 'en'],
} as const satisfies Parameters<typeof useAudience>[0];

interface PublishModalProps {
  article: NewsPublic;
  content: NewsContent;
  onMend: (mend: NonNullable<Check['mend']>) => void;
  onReady: (locale: 'fr' | 'en') => void;
  onPublish: () => void;
  onClose: () => void;
}

/** The state of an article before members see it. */
export default function PublishModal({
  article,
  content,
  onMend,
  onReady,
  onPublish,
  onClose,
}: PublishModalProps) {
  const pushText = usePushText(article.id);
  const hasCategories = useCategories().data?.body.data.length !== 0;
  const checks = [
    ...checksOf(content, article, hasCategories),
    ...(pushText ? [{ text: pushText }] : []),
    { text: whenText(article) },
  ];
  const isBlocked = checks.some(({ isBlocking }) => isBlocking);
  return (
    <Dialog
      title={t.title}
      close={t.keep}
      onClose={onClose}
      onSubmit={() => isBlocked || onPublish()}
      actions={
        <Button type="submit" disabled={isBlocked} data-autofocus={!isBlocked}>
          {news.publish}
        </Button>
      }
    >
      <List listStyleType="none" spacing="sm">
        {checks.map((check) => (
          <Line key={check.text} {...check} onMend={onMend} onReady={onReady} />
        ))}
      </List>
    </Dialog>
  );
}

function Line({
  text,
  isBlocking,
  mend,
  unready,
  onMend,
  onReady,
}: Check & Pick<PublishModalProps, 'onMend' | 'onReady'>) {
  const [Icon, color, said] = isBlocking
    ? [IconCircleX, 'var(--danger-ink)', t.required]
    : mend || unready
      ? [IconAlertTriangle, 'var(--warning-ink)', t.toCheck]
      : [IconCircleCheck, 'var(--accent-ink)', t.done];
  return (
    <List.Item styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text span c={color} lh={1}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <VisuallyHidden>{said}</VisuallyHidden>
        </Text>
        <Group gap="0.25rem 0.5rem" flex={1}>
          <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
          {mend && <Mend label={mend.label} onClick={() => onMend(mend)} />}
          {unready && <Mend label={t.makeReady} onClick={() => onReady(unready)} />}
        </Group>
      </Group>
    </List.Item>
  );
}

/** As high as the line that it stands in, and in line with the text above it. */
const Mend = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="transparent" size="compact-sm" px={0} my={-3} onClick={onClick}>
    {label}
  </Button>
);

/** Undefined while it is not known whether there was a push. */
function usePushText(article: string): string | undefined {
  const { data } = useAudience(EVERYONE);
  const pushes = useBroadcastsAbout(article);
  return pushes && (pushes.some(({ is_claimed }) => is_claimed) ? t.pushed : t.push(data?.devices));
}

function whenText({ status, visible_from, visible_to }: NewsPublic): string {
  if (status === 'scheduled' && visible_from) return t.insteadOf(formatMoment(visible_from));
  // An end that is over is dropped by publishing.
  return visible_to && Date.parse(visible_to) > Date.now() ? t.until(formatMoment(visible_to)) : t.when;
}
