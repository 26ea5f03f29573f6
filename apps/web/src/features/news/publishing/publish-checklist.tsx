import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Button, Group, List, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useCategories } from '../news.queries.ts';
import { t } from './news.publish.texts.ts';
import { type Check, checksOf } from './publish-checks.ts';

/** Checks of an article before it is published or scheduled. */
export function useChecks(content: NewsContent, article: NewsPublic): Check[] {
  const hasCategories = useCategories().data?.body.data.length !== 0;
  return checksOf(content, article, hasCategories);
}

interface ChecklistActions {
  /** Focuses the field that a line names; undefined for those who do not write. */
  onFix: ((fix: NonNullable<Check['fix']>) => void) | undefined;
  onReady: ((locale: 'fr' | 'en') => void) | undefined;
}

/** Completed and open checks, the open ones with a button that leads to the field. */
export const Checklist = ({ checks, ...actions }: ChecklistActions & { checks: readonly Check[] }) => (
  <List listStyleType="none" spacing="sm">
    {checks.map((check) => (
      <Line key={check.text} {...check} {...actions} />
    ))}
  </List>
);

function Line({ text, isBlocking, fix, unready, onFix, onReady }: Check & ChecklistActions) {
  const [Icon, color, status] = isBlocking
    ? [IconCircleX, 'var(--danger-ink)', t.required]
    : fix || unready
      ? [IconAlertTriangle, 'var(--warning-ink)', t.toCheck]
      : [IconCircleCheck, 'var(--accent-ink)', t.done];
  return (
    <List.Item styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Text span c={color} lh={1}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <VisuallyHidden>{status}</VisuallyHidden>
        </Text>
        <Group gap="0.25rem 0.5rem" flex={1}>
          <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
          {fix && onFix && <FixButton label={fix.label} onClick={() => onFix(fix)} />}
          {unready && onReady && <FixButton label={t.makeReady} onClick={() => onReady(unready)} />}
        </Group>
      </Group>
    </List.Item>
  );
}

/** Does not make its line higher, and is aligned with the text above it. */
const FixButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="transparent" size="compact-sm" px={0} my={-3} onClick={onClick}>
    {label}
  </Button>
);
