import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { t } from './app.texts.ts';
import classes from './offline-notice.module.css';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  return <div role="status">{!isOnline && <p className={classes.notice}>{t.goneOffline}</p>}</div>;
}
