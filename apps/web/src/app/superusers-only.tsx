import { Button, Stack, Text } from '@mantine/core';
import { Link, Outlet } from 'react-router';
import { useCurrentUser } from '../features/accounts/accounts.users.queries.ts';
import { useLocale } from '../platform/i18n.ts';
import { t } from './shell.texts.ts';

/** Denies access on the client: a refused request would end the session. */
export function SuperusersOnly() {
  useLocale();
  const { is_superuser } = useCurrentUser();
  if (is_superuser) return <Outlet />;
  return (
    <Stack mih="60dvh" align="center" justify="center" gap="xs" ta="center">
      <h1>{t.refusedTitle}</h1>
      <Text c="dimmed">{t.refusedText}</Text>
      <Button to="/dashboard" mt="md" component={Link}>
        {t.toDashboard}
      </Button>
    </Stack>
  );
}
