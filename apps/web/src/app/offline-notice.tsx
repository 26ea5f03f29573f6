import { Alert } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t } from './app.texts.ts';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return (
    <div role="status">
      {!isOnline && (
        <Alert color="yellow" mb="lg" component="p">
          {t.goneOffline}
        </Alert>
      )}
    </div>
  );
}
