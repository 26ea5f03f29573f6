/** What the codes of providers and of the service come down to. */
const REASONS = {
  gone: [
    'UNREGISTERED',
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
  away: ['provider_unavailable', 'provider_timeout', 'provider_unreachable', 'ExpoError', 'ProviderError'],
  credentials: [
    'push_provider_unavailable',
    'UNAUTHENTICATED',
    'PERMISSION_DENIED',
    'NOT_FOUND',
    'invalid_private_key',
    'invalid_credentials',
    'invalid_grant',
    'invalid_client',
    'invalid_request',
    'invalid_scope',
    'unauthorized_client',
    'access_denied',
    'UNAUTHORIZED',
  ],
  payload: ['MessageTooBig', 'HTTP_413'],
  stalled: ['no_progress'],
  target: ['push_target_gone'],
} as const;

/** What is said of a device that belongs to others, or of all where the credentials are no good. */
const FOREIGN = new Set([
  'SENDER_ID_MISMATCH',
  'THIRD_PARTY_AUTH_ERROR',
  'InvalidCredentials',
  'MismatchSenderId',
  'FORBIDDEN',
  'HTTP_400',
  'HTTP_401',
  'HTTP_403',
]);

/** What is said of a token that is none, or of a payload. */
const INVALID = new Set(['INVALID_ARGUMENT', 'VALIDATION_ERROR']);

export type PushReason = keyof typeof REASONS | 'foreign' | 'unknown';

/** The reason that a code stands for, of one device or of a whole broadcast. */
export function pushReasonOf(code: string, isAboutDevice: boolean): PushReason {
  if (FOREIGN.has(code)) return isAboutDevice ? 'foreign' : 'credentials';
  if (INVALID.has(code)) return isAboutDevice ? 'gone' : 'payload';
  const found = Object.entries(REASONS).find(([, codes]) => (codes as readonly string[]).includes(code));
  return (found?.[0] as PushReason | undefined) ?? 'unknown';
}
