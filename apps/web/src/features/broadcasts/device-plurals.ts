import { plural } from '../../platform/i18n.ts';

/** `1 device`, and the same in French. */
export const devices = (count: number): string => plural(count, { one: 'device', other: 'devices' });
export const appareils = (count: number): string =>
  plural(count, { one: 'appareil', other: 'appareils', many: 'd’appareils' });
