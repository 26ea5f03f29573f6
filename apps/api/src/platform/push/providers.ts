import type { Db } from '../db/client.ts';
import type { Config } from '../settings.ts';
import { expoProvider } from './expo.ts';
import { fcmProvider } from './fcm.ts';
import { localProvider } from './local.ts';
import type { ProviderName, PushProviders } from './push.ts';
import { webPushProvider } from './web-push.ts';

/** Origins of the providers except `webpush`: each browser names its own. Tests use their own servers. */
export type PushOrigins = Partial<Record<ProviderName, string>>;

/**
 * Creates the providers with credentials. On a developer's machine the others are replaced by a table that
 * stores their pushes.
 */
export function createPushProviders(config: Config, db: Db, origins: PushOrigins = {}): PushProviders {
  const local = config.ENVIRONMENT === 'local' ? localProvider(db) : undefined;
  const { FCM_SERVICE_ACCOUNT, EXPO_ACCESS_TOKEN, WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY } = config;
  return {
    fcm: FCM_SERVICE_ACCOUNT ? fcmProvider(FCM_SERVICE_ACCOUNT, origins.fcm) : local?.('fcm'),
    expo: EXPO_ACCESS_TOKEN ? expoProvider(EXPO_ACCESS_TOKEN, origins.expo) : local?.('expo'),
    webpush:
      WEB_PUSH_PUBLIC_KEY && WEB_PUSH_PRIVATE_KEY
        ? webPushProvider(
            {
              subject: `mailto:${config.EMAILS_FROM_EMAIL}`,
              publicKey: WEB_PUSH_PUBLIC_KEY,
              privateKey: WEB_PUSH_PRIVATE_KEY,
            },
            origins.webpush,
          )
        : local?.('webpush'),
  };
}
