import { Button } from '@mantine/core';
import type { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { t } from './upcoming.texts.ts';

interface EmptyPageProps {
  subject: 'broadcast';
  icon: typeof IconBell;
}

/** A page whose content comes with a later part of the product. */
export function EmptyPage({ subject, icon }: EmptyPageProps) {
  return (
    <>
      <PageHeader title={t[subject]} />
      <StateMessage
        icon={icon}
        title={t[`${subject}Empty`]}
        text={t[`${subject}Text`]}
        action={
          <Button component={Link} to="/dashboard" variant="default">
            {t.toDashboard}
          </Button>
        }
      />
    </>
  );
}
