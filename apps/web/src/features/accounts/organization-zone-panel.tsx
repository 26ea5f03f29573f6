import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { usePreferences } from './accounts.preferences.queries.ts';

interface OrganizationZonePanelProps {
  /** Title of the dialog that needs the time zone. */
  title: string;
  onClose: () => void;
  children: (zone: string) => ReactNode;
}

/** Loads the organisation's time zone for a dialog that needs it. */
export function OrganizationZonePanel({ title, onClose, children }: OrganizationZonePanelProps) {
  const { data, error, refetch } = usePreferences();
  if (data) return children(data.body.organization_time_zone);
  return (
    <Dialog title={title} onClose={onClose} onSubmit={onClose}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
    </Dialog>
  );
}
