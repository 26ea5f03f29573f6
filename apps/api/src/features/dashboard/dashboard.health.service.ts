import { type PushReason, pushReasonOf } from '@agora/contract/features/broadcasts/broadcasts.reasons.rules';
import type { Health, HealthState, Step } from '@agora/contract/features/dashboard/dashboard.contract';
import { readBackup } from '../../platform/backup/schedule.ts';
import type { RouteDeps } from '../../platform/deps.ts';
import { probeStorage } from '../../platform/storage.ts';
import { findSteps, findTroubles } from './dashboard.health.queries.ts';

/** Reasons that lie in a broadcast itself: the next one is sent as usual. */
const OWN_FAULTS = new Set<PushReason>(['target', 'payload']);

type Work = Pick<RouteDeps, 'db' | 'now' | 'config' | 'storage'>;

/** States of the parts that the service needs. */
export async function readHealth({ db, now, config, storage }: Work): Promise<Health[]> {
  const [troubles, isStored, backup] = await Promise.all([
    findTroubles(db, now()),
    isUsable(storage, config),
    readBackup({ db, now, config }),
  ]);
  const isLocal = config.ENVIRONMENT === 'local';
  const { FCM_SERVICE_ACCOUNT, EXPO_ACCESS_TOKEN, WEB_PUSH_PRIVATE_KEY, SMTP_HOST } = config;
  const hasProvider = Boolean(FCM_SERVICE_ACCOUNT || EXPO_ACCESS_TOKEN || WEB_PUSH_PRIVATE_KEY);
  const stateOf = (isFailing: boolean, isConfigured: boolean): HealthState => {
    if (isFailing) return 'failing';
    return isConfigured ? 'ok' : isLocal ? 'local' : 'missing';
  };
  const doPushesFail = troubles.push_errors.some((code) => !OWN_FAULTS.has(pushReasonOf(code, false)));
  return [
    { code: 'push', state: stateOf(doPushesFail, hasProvider) },
    { code: 'mail', state: stateOf(troubles.do_mails_fail, Boolean(SMTP_HOST)) },
    { code: 'storage', state: isStored ? 'ok' : 'failing' },
    { code: 'queue', state: troubles.are_jobs_late ? 'late' : 'ok' },
    {
      code: 'backup',
      state: backup.isLate && !backup.isFailing ? 'late' : stateOf(backup.isFailing, backup.isConfigured),
      ...(backup.last && { last_at: backup.last.toISOString() }),
    },
  ];
}

const isUsable = (storage: Work['storage'], config: Work['config']): Promise<boolean> =>
  probeStorage(storage, config).then(
    () => true,
    () => false,
  );

/** First steps of a new organisation. Pushes work with a provider, or with its stand-in. */
export async function readSteps({ db, push, now }: Pick<RouteDeps, 'db' | 'push' | 'now'>): Promise<Step[]> {
  const { message, article, admin } = await findSteps(db, now());
  return [
    { code: 'first_message', is_done: message },
    { code: 'first_article', is_done: article },
    { code: 'push_provider', is_done: Object.values(push).some(Boolean) },
    { code: 'second_admin', is_done: admin },
  ];
}
