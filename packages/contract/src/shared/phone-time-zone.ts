import { text } from './fields.ts';

/** Response header with the time zone used, which may differ from the requested one. */
export const TIME_ZONE_USED = 'x-time-zone';

/** Its declaration in a route. */
export const TIME_ZONE_HEADER = { 'X-Time-Zone': 'The time zone used for this response.' };

/**
 * Time zone of a phone, possibly outdated or unknown to the service: never a reason to reject the request.
 */
export const timeZoneOfPhone = () => text({ max: 64 });
