/** Error codes of providers and of the service, by reason. */
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
  approval: ['approval_required'],
} as const;

/** Codes of a device of another project, or of all devices if the credentials are invalid. */
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

/** Codes of an invalid token, or of an invalid payload. */
const INVALID = new Set(['INVALID_ARGUMENT', 'VALIDATION_ERROR']);

export type PushReason = keyof typeof REASONS | 'foreign' | 'unknown';

/** Maps an error code of one device or of a whole broadcast to its reason. */
export function pushReasonOf(code: string, isAboutDevice: boolean): PushReason {
  if (FOREIGN.has(code)) return isAboutDevice ? 'foreign' : 'credentials';
  if (INVALID.has(code)) return isAboutDevice ? 'gone' : 'payload';
  const found = Object.entries(REASONS).find(([, codes]) => (codes as readonly string[]).includes(code));
  return (found?.[0] as PushReason | undefined) ?? 'unknown';
}
