import type { Locale } from './locale.ts';

const TAGS = { fr: 'fr', en: 'en-GB' };

/**
 * `heure de Paris`, `Paris time` of the zone `Europe/Paris`; `UTC` as it is. In French, Intl
 * names every zone by its country or, if a country has several, by its city: `heure : Japon`. In English it names some
 * by an abbreviation (`EET`), which is replaced by the zone's city.
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

/** Cache of names by zone and language: creating a formatter takes long. */
const names = new Map<string, string>();

function nameOf(timeZone: string, locale: Locale): string {
  const formatter = new Intl.DateTimeFormat(TAGS[locale], { timeZone, timeZoneName: 'shortGeneric' });
  const name = formatter.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return name.replaceAll(/\s/gu, '\u00a0');
}
