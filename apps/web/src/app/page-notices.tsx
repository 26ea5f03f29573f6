import { Alert, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t as components } from '../components/components.texts.ts';
import { ApiError } from '../platform/api-error.ts';
import { errorText } from '../platform/errors.ts';
import { isQuestionAnswered } from '../platform/leaving.ts';
import { isWorthRepeating } from '../platform/query-client.ts';
import { isShown, onShownChange } from '../platform/shown-errors.ts';
import { t } from './page-notices.texts.ts';

/** Says above a page that what it shows may be out of date or incomplete. */
export default function PageNotices() {
  const isOnline = useSyncExternalStore(followConnection, () => onlineManager.isOnline());
  return (
    <div role="status">
      {isOnline ? (
        <FailedReads />
      ) : (
        <Alert color="yellow" mb="lg" component="p">
          {t.offline}
        </Alert>
      )}
    </div>
  );
}

const followConnection = (listener: () => void) => onlineManager.subscribe(listener);

/** Milliseconds that a read has to be failed: those of a page that is being left do not count. */
const DELAY = 300;

/** True for what is still shown, but was deleted: not by whoever is leaving its page for that. */
const isGone = ({ data, error }: Query['state']) =>
  data !== undefined && error instanceof ApiError && error.status === 404 && !isQuestionAnswered();

const FAILED = {
  type: 'active' as const,
  predicate: ({ state, meta }: Query) =>
    state.status === 'error' &&
    (isWorthRepeating(state.error) || isGone(state)) &&
    !isShown(state.error) &&
    !meta?.['isSilent'],
};

/** Tells of reads that failed, first or again, where nothing on the page does, and repeats what may succeed. */
function FailedReads() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const latest = useSyncExternalStore(
    (listener) => {
      const stops = [cache.subscribe(listener), onShownChange(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => cache.findAll(FAILED)[0]?.state.error,
  );
  const [error] = useDebouncedValue(latest, DELAY);
  if (!error) return null;
  if (!isWorthRepeating(error))
    return (
      <Alert color="yellow" mb="lg" component="p">
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
