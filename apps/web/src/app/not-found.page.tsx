import { Button, Stack, Text } from '@mantine/core';
import { MAIN_ACTION } from '../components/main-action.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { t } from './app.texts.ts';

export function NotFoundPage() {
  usePageTitle(t.notFoundText);
  return (
    <Stack
      mih="100dvh"
      align="center"
      justify="center"
      gap="xs"
      ta="center"
      p="lg"
      component="main"
      data-testid="not-found"
    >
      <Text fz="clamp(4rem, 16vw, 7rem)" fw={750} lh={1} c="var(--accent)">
        404
      </Text>
      <h1>{t.notFoundTitle}</h1>
      <Text c="dimmed">{t.notFoundText}</Text>
      <Button href="/" {...MAIN_ACTION} mt="md" component="a">
        {t.goBack}
      </Button>
    </Stack>
  );
}
