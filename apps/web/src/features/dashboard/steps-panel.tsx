import type { Step, StepCode } from '@agora/contract/features/dashboard/dashboard.contract';
import { Button, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { t } from './dashboard.health.texts.ts';

/** Page of each step; the push provider is configured on the server. */
const PAGES: Record<StepCode, string | undefined> = {
  first_message: '/daily-message/new',
  first_article: '/news/new',
  push_provider: undefined,
  second_admin: '/admin/new',
};

/** First steps of a new organisation, until all are done. */
export function StepsPanel({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return undefined;
  return (
    <Panel title={t.stepsTitle} text={t.stepsDone(done, steps.length)}>
      <Progress value={(100 * done) / steps.length} mb="md" aria-hidden />
      <Stack component="ul" gap={0} className="rows">
        {steps.map(({ code, is_done }) => (
          <Group component="li" key={code} justify="space-between" py="xs">
            <Group gap="sm" wrap="nowrap">
              <ThemeIcon flex="none" variant="light" color={is_done ? 'teal' : 'gray'} size="md" aria-hidden>
                {is_done ? <IconCheck size={16} /> : <IconCircle size={16} />}
              </ThemeIcon>
              <div>
                <Text fw={600} td={is_done ? 'line-through' : undefined}>
                  {t[code]}
                </Text>
                {!is_done && (
                  <Text size="sm" c="dimmed">
                    {t[`${code}_note`]}
                  </Text>
                )}
              </div>
            </Group>
            {is_done ? (
              <Text size="sm" c="dimmed">
                {t.done}
              </Text>
            ) : (
              PAGES[code] && (
                <Button component={Link} to={PAGES[code]} variant="default" aria-label={t.startOf(t[code])}>
                  {t.start}
                </Button>
              )
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
