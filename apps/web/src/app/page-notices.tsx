import { Alert, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t as components } from '../components/components.texts.ts';
import { ApiError } from '../platform/api-error.ts';
import { errorText } from '../platform/errors.ts';
import { isLeaving } from '../platform/leaving.ts';
import { isWorthRepeating } from '../platform/query-client.ts';
import { isErrorShown, onShownErrorsChange } from '../platform/shown-errors.ts';
import { t } from './page-notices.texts.ts';
import classes from './shell.module.css';

/** Warns above a page that its data may be out of date or incomplete. */
export function PageNotices() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => onlineManager.isOnline());
  return (
    <div role="status" className={classes.notices}>
      {isOnline ? (
        <FailedQueries />
      ) : (
        <Alert color="yellow" mb="lg">
          {t.offline}
        </Alert>
      )}
    </div>
  );
}

const subscribeToConnection = (listener: () => void) => onlineManager.subscribe(listener);

/** Delay before a failed query is shown, so that those of a page being left are not. */
const DELAY_MS = 300;

/** True for a row that is shown but was deleted, unless its page is being left because of that. */
const isDeleted = ({ data, error }: Query['state']) =>
  data !== undefined && error instanceof ApiError && error.status === 404 && !isLeaving();

const FAILED = {
  type: 'active' as const,
  predicate: ({ state, meta }: Query) =>
    state.status === 'error' &&
    (isWorthRepeating(state.error) || isDeleted(state)) &&
    !isErrorShown(state.error) &&
    !meta?.['isSilent'],
};

/** Shows failed queries that nothing else on the page shows, and retries those that may succeed. */
function FailedQueries() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const latest = useSyncExternalStore(
    (listener) => {
      const unsubscribers = [cache.subscribe(listener), onShownErrorsChange(listener)];
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    () => cache.findAll(FAILED)[0]?.state.error,
  );
  const [error] = useDebouncedValue(latest, DELAY_MS);
  if (!error) return null;
  if (!isWorthRepeating(error))
    return (
      <Alert color="yellow" mb="lg">
        {`${errorText(error)} ${t.gone}`}
      </Alert>
    );
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
