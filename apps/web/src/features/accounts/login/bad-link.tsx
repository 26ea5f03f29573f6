import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MAIN_ACTION } from '../../../components/main-action.ts';
import { t } from './accounts.recovery.texts.ts';
import { FormHeading } from './form-heading.tsx';

interface BadLinkProps {
  reason: string;
  /** Way to a new link; by default for a password link. */
  another?: ReactNode;
}

/** Replaces a form whose link is invalid. */
export function BadLink({ reason, another }: BadLinkProps) {
  return (
    <div role="alert">
      <Stack gap="1.125rem">
        <FormHeading title={t.linkTitle} text={reason} />
        {another ?? (
          <Button to="/recover-password" {...MAIN_ACTION} component={Link}>
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
