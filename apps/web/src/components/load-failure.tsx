import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { t as errors } from '../platform/errors.texts.ts';
import { errorText, requestIdOf } from '../platform/errors.ts';
import { useShownError } from '../platform/shown-errors.ts';
import { t } from './components.texts.ts';
import { StateMessage } from './state-message.tsx';

/** Replaces content that failed to load: the reason, the id of the request, and a retry button. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useShownError(error);
  const requestId = requestIdOf(error);
  return (
    <div role="alert">
      <StateMessage
        icon={IconCloudOff}
        title={errors.title}
        text={errorText(error)}
        detail={requestId && errors.requestId(requestId)}
        action={<Button onClick={onRetry}>{t.retry}</Button>}
      />
    </div>
  );
}
