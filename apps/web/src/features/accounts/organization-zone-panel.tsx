import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { usePreferences } from './accounts.preferences.queries.ts';

interface OrganizationZonePanelProps {
  /** Of the dialog that needs the zone. */
  title: string;
  onClose: () => void;
  children: (zone: string) => ReactNode;
}

/** A dialog by the organisation's clock, once that is known. */
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
