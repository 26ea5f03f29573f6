import { Button, Stack, Text } from '@mantine/core';
import { useRouteError } from 'react-router';
import { errorText, isModuleError } from '../platform/errors.ts';
import { useLocale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { t } from './app.texts.ts';

/** Replaces a page that failed to render. */
export function RouteError() {
  const error = useRouteError();
  useLocale();
  return (
    <Stack mih="60dvh" align="center" justify="center" gap="xs" ta="center" role="alert">
      <h1>{t.errorTitle}</h1>
      {isModuleError(error) ? (
        <Text c="dimmed">{errorText(error)}</Text>
      ) : (
        <>
          <Text c="dimmed">{t.errorText}</Text>
          <details>
            <summary>{t.errorDetails}</summary>
            <Text c="dimmed" lang="en">
              {error instanceof Error ? error.message : String(error)}
            </Text>
          </details>
        </>
      )}
      <Button type="button" mt="md" onClick={() => pageLoad.reload()}>
        {t.reload}
      </Button>
    </Stack>
  );
}
