import type { Locale } from './locale.ts';

const TAGS = { fr: 'fr', en: 'en-GB' };

/**
 * `heure de Paris`, `Paris time` of the zone `Europe/Paris`; `UTC` as it is. Intl names every zone apart in French, by
 * its country or, of several in one, by its city: `heure : Japon`. In English it gives some by their sector (`EET`),
 * for which the city of the zone stands.
 */
export function zoneWords(zone: string, locale: Locale): string {
  if (!zone.includes('/')) return zone;
  const isFrench = locale === 'fr';
  if (isFrench && zone === 'Europe/Paris') return 'heure\u00a0de\u00a0Paris';
  if (!isFrench && !zone.startsWith('Etc/'))
    return `${zone.replace(/^.+\//, '').replaceAll('_', '\u00a0')}\u00a0time`;
  const key = `${zone} ${locale}`;
  const name = names.get(key) ?? nameOf(zone, locale);
  names.set(key, name);
  return name;
}

/** Names by zone and language: a formatter takes long to make. */
const names = new Map<string, string>();

function nameOf(timeZone: string, locale: Locale): string {
  const formatter = new Intl.DateTimeFormat(TAGS[locale], { timeZone, timeZoneName: 'shortGeneric' });
  const name = formatter.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replaceAll(/\s/gu, '\u00a0');
}
