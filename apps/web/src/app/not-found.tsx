import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { usePageTitle } from '../platform/page-title.ts';
import { t } from './app.texts.ts';

interface NotFoundProps {
  /** Opens the search, which signed-in users have. */
  onSearch?: () => void;
}

/** The 404 screen, as specified. */
export function NotFound({ onSearch }: NotFoundProps) {
  usePageTitle(t.notFoundText);
  return (
    <Stack align="center" gap="xs" ta="center" py="4rem" px="lg" data-testid="not-found">
      <Text fz="clamp(4rem, 16vw, 7rem)" fw={650} lh={1} c="var(--accent)">
        404
      </Text>
      <h1>{t.notFoundTitle}</h1>
      <Text c="dimmed">{t.notFoundText}</Text>
      <Group mt="md" justify="center">
        <Button href="/" component="a">
          {t.goBack}
        </Button>
        {onSearch && (
          <Button variant="default" leftSection={<IconSearch size={17} aria-hidden />} onClick={onSearch}>
            {t.search}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
