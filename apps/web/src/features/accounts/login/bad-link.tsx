import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from './accounts.recovery.texts.ts';
import { FormHeading } from './form-heading.tsx';

interface BadLinkProps {
  reason: string;
  /** Where to go instead; by default, to request a new password link. */
  alternative?: ReactNode;
}

/** Replaces a form whose link is invalid. */
export function BadLink({ reason, alternative }: BadLinkProps) {
  return (
    <div role="alert">
      <Stack gap="1.125rem">
        <FormHeading title={t.linkTitle} text={reason} />
        {alternative ?? (
          <Button to="/recover-password" component={Link}>
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
