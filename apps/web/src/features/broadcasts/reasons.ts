import { t } from './reasons.texts.ts';

/** What the codes of providers and of the service come down to. */
const REASONS = {
  gone: [
    'UNREGISTERED',
    'SENDER_ID_MISMATCH',
    'DeviceNotRegistered',
    'HTTP_404',
    'HTTP_410',
    'invalid_subscription',
    'device_gone',
    'device_disabled',
  ],
  optedOut: ['opted_out'],
  inactive: ['member_inactive'],
  late: ['too_late'],
  nothing: ['no_message'],
  busy: ['rate_limited', 'MessageRateExceeded'],
  away: ['provider_unavailable', 'provider_timeout', 'provider_unreachable'],
  credentials: [
    'push_provider_unavailable',
    'UNAUTHENTICATED',
    'THIRD_PARTY_AUTH_ERROR',
    'PERMISSION_DENIED',
    'invalid_grant',
    'InvalidCredentials',
    'UNAUTHORIZED',
    'HTTP_401',
    'HTTP_403',
  ],
  payload: ['MessageTooBig', 'VALIDATION_ERROR', 'HTTP_400', 'HTTP_413'],
  stalled: ['no_progress'],
} as const;

type Reason = keyof typeof REASONS | 'unknown';

/** The reason that a code stands for. FCM calls a bad token and a bad payload the same. */
function reasonOf(code: string, isAboutDevice: boolean): Reason {
  if (code === 'INVALID_ARGUMENT') return isAboutDevice ? 'gone' : 'payload';
  const found = Object.entries(REASONS).find(([, codes]) => (codes as readonly string[]).includes(code));
  return (found?.[0] as Reason | undefined) ?? 'unknown';
}

/** Why nothing goes on, or why one device was not reached, in plain words. */
export const reasonWords = (code: string, isAboutDevice: boolean): string => t[reasonOf(code, isAboutDevice)];
