import type { BroadcastState } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import type { PushCategory } from '@agora/contract/features/devices/devices.app.contract';
import { defineTexts, formatNumber, formatShare, plural } from '../../platform/i18n.ts';
import { LANGUAGES } from '../../platform/language-names.ts';
import type { LinkKind } from './compose/broadcast-values.ts';

/** Share of the reached members, once counted. */
const shareOf = (opened: number, reached: number | null) =>
  reached ? ` (${formatShare(opened, reached)})` : '';

/** `99 %` for 357 of 358: all only when nothing is left. */
export const formatProgress = (done: number, whole: number): string =>
  formatShare(Math.floor((done * 100) / (whole || 1)), 100);

export const t = defineTexts({
  en: {
    title: 'Push notifications',
    text: 'Written in both languages, sent now or scheduled.',
    add: 'New notification',
    list: 'Notifications',
    search: 'Search in names and texts',
    status: 'Status',
    anyStatus: 'All statuses',
    category: 'Category',
    anyCategory: 'All categories',
    dates: 'Dates',
    from: 'From',
    to: 'To',
    empty: 'No notification yet',
    emptyText: 'Write the first one, send it to your own phone as a test, then to everybody.',
    noTitle: 'Untitled',
    draft: 'Draft',
    scheduled: 'Scheduled',
    sending: 'Sending',
    paused: 'Paused',
    sent: 'Sent',
    missed: 'Missed',
    cancelled: 'Cancelled',
    stopping: 'Stopping',
    announcement: 'Announcement',
    news: 'News',
    daily: 'Daily message',
    service: 'Service',
    fr: 'French',
    en: 'English',
    devices: (count: number) => plural(count, { one: 'device', other: 'devices' }),
    accepted: (sent: number, targeted: number) =>
      `${formatNumber(sent)} of ${plural(targeted, { one: 'device', other: 'devices' })}`,
    openedBy: (opened: number, reached: number | null) =>
      `opened by ${plural(opened, { one: 'member', other: 'members' })}${shareOf(opened, reached)}`,
    notReached: (count: number) => `${formatNumber(count)} not reached`,
    progressOf: (done: number, targeted: number) => `${formatProgress(done, targeted)} done`,
    writtenBy: (when: string, by: string | undefined) => `Changed ${when}${by ? ` by ${by}` : ''}`,
    startedAt: (when: string) => `Started ${when}`,
    waitsUntil: (moment: string) => `Waiting until ${moment}`,
    sentAt: (day: string, time: string) => `Sent on ${day} at ${time}`,
    cancelledAt: (when: string) => `Cancelled ${when}`,
    atTime: (time: string, zone: string) => `${time} (${zone})`,
    atOtherTime: (time: string, here: string) => `${time}, that is ${here}`,
    atLocalTime: (time: string) => `${time}, on each recipient’s own clock`,
    goesOut: (time: string) => `Goes out ${time}`,
    wasDue: (time: string) => `Was due ${time}`,
    until: (words: string) => `in ${words}`,
    seconds: (seconds: number) => `${seconds} s`,
    hoursMinutes: (hours: number, minutes: number) =>
      [hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${minutes} min`].filter(Boolean).join(' '),
    everyone: 'all members',
    membersWho: (conditions: string) => `members ${conditions}`,
    readers: (locales: readonly ('fr' | 'en')[]) =>
      `using the app in ${locales.map((locale) => LANGUAGES.en[locale]).join(' or ')}`,
    onPlatforms: (platforms: string) => `on ${platforms}`,
    fromVersion: (version: string) => `with version ${version} or later`,
    beforeVersion: (version: string) => `with a version before ${version}`,
    seenWithin: (days: number) =>
      ['seen today', 'seen yesterday or today'][days] ?? `seen in the last ${formatNumber(days)} days`,
    unseenFor: (days: number) => `not seen for ${plural(days, { one: 'day', other: 'days' })}`,
    joinedFrom: (day: string) => `who joined on ${day} or later`,
    joinedTo: (day: string) => `who joined on ${day} or before`,
    picked: (count: number) => `${plural(count, { one: 'member', other: 'members' })} chosen by hand`,
    except: (count: number) => `except ${plural(count, { one: 'member', other: 'members' })}`,
    nobodyYet: 'recipients not chosen yet',
    link_none: 'The app, on no particular screen',
    link_home: 'The home screen',
    link_daily: 'The daily message',
    link_article: 'An article',
    link_other: 'Another address',
  },
  fr: {
    title: 'Notifications push',
    text: 'Rédigées dans les deux langues, envoyées tout de suite ou à l’heure choisie.',
    add: 'Nouvelle notification',
    list: 'Notifications',
    search: 'Rechercher dans les noms et les textes',
    status: 'Statut',
    anyStatus: 'Tous les statuts',
    category: 'Catégorie',
    anyCategory: 'Toutes les catégories',
    dates: 'Dates',
    from: 'Du',
    to: 'Au',
    empty: 'Aucune notification pour l’instant',
    emptyText: 'Écrivez la première, envoyez-la en test à votre téléphone, puis à tout le monde.',
    noTitle: 'Sans titre',
    draft: 'Brouillon',
    scheduled: 'Programmée',
    sending: 'Envoi en cours',
    paused: 'En pause',
    sent: 'Envoyée',
    missed: 'Non envoyée (heure dépassée)',
    cancelled: 'Annulée',
    stopping: 'Arrêt en cours',
    announcement: 'Annonce',
    news: 'News',
    daily: 'Message du jour',
    service: 'Service',
    fr: 'Français',
    en: 'Anglais',
    devices: (count) => plural(count, { one: 'appareil', other: 'appareils', many: 'd’appareils' }),
    accepted: (sent, targeted) =>
      `${formatNumber(sent)} sur ${plural(targeted, { one: 'appareil', other: 'appareils', many: 'd’appareils' })}`,
    openedBy: (opened, reached) =>
      `ouverte par ${plural(opened, { one: 'membre', other: 'membres', many: 'de membres' })}${shareOf(opened, reached)}`,
    notReached: (count) => plural(count, { one: 'non joint', other: 'non joints' }),
    progressOf: (done, targeted) => `${formatProgress(done, targeted)} effectués`,
    writtenBy: (when, by) => `Modifiée ${when}${by ? ` par ${by}` : ''}`,
    startedAt: (when) => `Commencée ${when}`,
    waitsUntil: (moment) => `En attente jusqu’au ${moment}`,
    sentAt: (day, time) => `Envoyée le ${day} à ${time}`,
    cancelledAt: (when) => `Annulée ${when}`,
    atTime: (time, zone) => `${time} (${zone})`,
    atOtherTime: (time, here) => `${time}, soit le ${here}`,
    atLocalTime: (time) => `${time}, à l’heure de chaque destinataire`,
    goesOut: (time) => `Part le ${time}`,
    wasDue: (time) => `Prévue le ${time}`,
    until: (words) => `dans ${words}`,
    seconds: (seconds) => `${seconds} s`,
    hoursMinutes: (hours, minutes) =>
      hours > 0 ? `${hours} h ${String(minutes).padStart(2, '0')}` : `${minutes} min`,
    everyone: 'tous les membres',
    membersWho: (conditions) => `membres ${conditions}`,
    readers: (locales) =>
      `utilisant l’application en ${locales.map((locale) => LANGUAGES.fr[locale]).join(' ou ')}`,
    onPlatforms: (platforms) => `sur ${platforms}`,
    fromVersion: (version) => `avec la version ${version} ou plus récente`,
    beforeVersion: (version) => `avec une version antérieure à ${version}`,
    seenWithin: (days) =>
      ['vus aujourd’hui', 'vus hier ou aujourd’hui'][days] ?? `vus ces ${formatNumber(days)} derniers jours`,
    unseenFor: (days) => `non vus depuis ${plural(days, { one: 'jour', other: 'jours' })}`,
    joinedFrom: (day) => `inscrits le ${day} ou après`,
    joinedTo: (day) => `inscrits le ${day} ou avant`,
    picked: (count) => `${plural(count, { one: 'membre choisi', other: 'membres choisis' })} à la main`,
    except: (count) => `sauf ${plural(count, { one: 'membre', other: 'membres' })}`,
    nobodyYet: 'destinataires pas encore choisis',
    link_none: 'L’application, sans écran précis',
    link_home: 'L’écran d’accueil',
    link_daily: 'Le message du jour',
    link_article: 'Un article',
    link_other: 'Une autre adresse',
  },
});

/** Names of states, categories and targets. */
export const statusText = (status: BroadcastState): string => t[status];
export const categoryText = (category: PushCategory): string => t[category];
export const linkText = (kind: LinkKind): string => t[`link_${kind}`];
