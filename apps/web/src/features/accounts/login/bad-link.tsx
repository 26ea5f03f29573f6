import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from './accounts.login.texts.ts';

interface BadLinkProps {
  reason: string;
  /** Where to get another one; by default where that of a password is sent from. */
  another?: ReactNode;
}

/** In place of a form whose link is of no use. */
export function BadLink({ reason, another }: BadLinkProps) {
  return (
    <div role="alert">
      <Stack gap="1.125rem">
        <h1>{t.linkTitle}</h1>
        <Text c="dimmed" mt={6}>
          {reason}
        </Text>
        {another ?? (
          <Button to="/recover-password" color="teal.5" h="2.625rem" fz="1.1875rem" fw={700} component={Link}>
            {t.linkNew}
          </Button>
        )}
        <Text c="dimmed" ta="center">
          <Link to="/login">{t.backToLogin}</Link>
        </Text>
      </Stack>
    </div>
  );
}
