import { Alert, Button, Group } from '@mantine/core';
import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t as components } from '../components/components.texts.ts';
import { errorText } from '../platform/errors.ts';
import { isWorthRepeating } from '../platform/query-client.ts';
import { isTold, onTold } from '../platform/told-errors.ts';
import { t } from './app.texts.ts';

/** Says above a page that what it shows may be out of date or incomplete. */
export default function PageNotices() {
  const isOnline = useSyncExternalStore(followConnection, () => onlineManager.isOnline());
  return (
    <div role="status">
      {isOnline ? (
        <FailedReads />
      ) : (
        <Alert color="yellow" mb="lg" component="p">
          {t.goneOffline}
        </Alert>
      )}
    </div>
  );
}

const followConnection = (listener: () => void) => onlineManager.subscribe(listener);

const FAILED = {
  type: 'active' as const,
  predicate: ({ state: { status, error }, meta }: Query) =>
    status === 'error' && isWorthRepeating(error) && !isTold(error) && !meta?.['isSilent'],
};

/** Tells of reads that failed, first or again, where nothing on the page does, and repeats them. */
function FailedReads() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const error = useSyncExternalStore(
    (listener) => {
      const stops = [cache.subscribe(listener), onTold(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => cache.findAll(FAILED)[0]?.state.error,
  );
  if (!error) return null;
  return (
    <Alert color="yellow" mb="lg">
      <Group justify="space-between">
        {`${t.failedReads} ${errorText(error)}`}
        <Button size="xs" variant="default" onClick={() => void queryClient.refetchQueries(FAILED)}>
          {components.retry}
        </Button>
      </Group>
    </Alert>
  );
}
