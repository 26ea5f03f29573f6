import { isTimeZone } from '@agora/contract/shared/fields';

/**
 * Zones that the IANA database has renamed while `Intl` keeps the former names (CLDR, timezone.xml).
 * PostgreSQL may support only the new names.
 */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Zones without summer time and with an offset that is not a whole hour. */
const UNEVEN: Readonly<Record<string, string>> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+9:30': 'Australia/Darwin',
};

/** Cache of looked-up names, as a look-up takes longer than most requests, and its size. */
const known = new Map<string, string | undefined>();
const KNOWN_MAX = 2_000;

/**
 * Returns the zone of a phone: by its current name for a former or shorter one, e.g. `Asia/Calcutta` or
 * `CET`, and by its offset if that is all it sends, e.g. `GMT+2`.
 * @returns undefined for an unknown zone, which is then treated like a missing one
 */
export function phoneTimeZone(name: string): string | undefined {
  if (known.has(name)) return known.get(name);
  const zone = zoneNamed(name) ?? zoneAt(name);
  if (known.size < KNOWN_MAX) known.set(name, zone);
  return zone;
}

function zoneNamed(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    const current = RENAMED[timeZone] ?? timeZone;
    return isTimeZone(current) ? current : undefined;
  } catch {
    return undefined;
  }
}

/** An unescaped plus sign in a URL decodes to a blank. */
const OFFSET = /^(?:UTC|GMT)?([+ -])0?(\d{1,2})(?::?([0-5]\d))?$/i;

/** `Etc/GMT-2` is two hours ahead of UTC (POSIX). */
function zoneAt(name: string): string | undefined {
  const [, sign = '', hours = '', minutes = '00'] = OFFSET.exec(name) ?? [];
  if (sign === '') return undefined;
  const isAhead = sign !== '-';
  if (minutes !== '00') return isAhead ? UNEVEN[`+${hours}:${minutes}`] : undefined;
  return zoneNamed(Number(hours) === 0 ? 'UTC' : `Etc/GMT${isAhead ? '-' : '+'}${hours}`);
}
