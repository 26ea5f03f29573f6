import { defineTexts, plural } from '../../platform/i18n.ts';
import { LANGUAGES } from '../../platform/language-names.ts';
import { longDate as long } from './daily-messages.texts.ts';

const days = (count: number) => plural(count, { one: 'day', other: 'days' });

export const t = defineTexts({
  en: {
    copied: 'The copy is saved as a draft.',
    moveTitle: (title: string) => `Move “${title}”`,
    duplicateTitle: (title: string) => `Duplicate “${title}”`,
    where: 'Where to',
    onDay: 'On a day',
    dayRequired: 'Choose a day',
    dayPast: 'This day is over: choose another',
    endFirst: 'The end comes before the beginning',
    moveDo: 'Move',
    duplicateDo: 'Duplicate',
    freeDay: (day: string) => `${long(day)} is free.`,
    conflict: (day: string, title: string) => `${long(day)} has “${title}” already.`,
    swap: 'Swap the two',
    swapText: (title: string, day: string | null) =>
      day ? `“${title}” takes this message’s place, ${long(day)}.` : `“${title}” goes into the reserve.`,
    shift: 'Shift what follows',
    shiftText: (title: string) =>
      `“${title}” and the messages after it move one day later, up to the next gap.`,
    fillTitle: 'Fill the gaps from the reserve',
    fillText: 'Messages of the reserve take the empty days of this period, those least recently shown first.',
    fillDo: 'Fill',
    filled: (filled: number, empty: number) =>
      `${days(filled)} filled${empty > 0 ? `, ${days(empty)} still empty: the reserve is used up` : ''}.`,
    noGap: 'No day of this period is empty.',
    noneReady: (empty: number) => `No message of the reserve is ready: ${days(empty)} still empty.`,
    previewTitle: 'Preview in the app',
    previewText: 'What members will see that day, based on the current calendar.',
    previousDay: 'The day before',
    nextDay: 'The day after',
    isFallback: (locale: 'fr' | 'en') => `Shown in ${LANGUAGES.en[locale]}: the translation is missing.`,
  },
  fr: {
    copied: 'La copie est enregistrée, en brouillon.',
    moveTitle: (title) => `Déplacer « ${title} »`,
    duplicateTitle: (title) => `Dupliquer « ${title} »`,
    where: 'Destination',
    onDay: 'Un jour',
    dayRequired: 'Choisissez un jour',
    dayPast: 'Ce jour est passé : choisissez-en un autre',
    endFirst: 'La fin vient avant le début',
    moveDo: 'Déplacer',
    duplicateDo: 'Dupliquer',
    freeDay: (day) => `Le ${long(day)} est libre.`,
    conflict: (day, title) => `Le ${long(day)} est déjà pris par « ${title} ».`,
    swap: 'Échanger les deux',
    swapText: (title, day) =>
      day ? `« ${title} » prend la place de ce message, le ${long(day)}.` : `« ${title} » part en réserve.`,
    shift: 'Décaler les suivants',
    shiftText: (title) =>
      `« ${title} » et les messages qui suivent passent au lendemain, jusqu’au prochain jour vide.`,
    fillTitle: 'Remplir les jours vides avec la réserve',
    fillText:
      'Les messages de la réserve prennent les jours vides de cette période, en commençant par ceux qui n’ont pas servi depuis le plus longtemps.',
    fillDo: 'Remplir',
    filled: (filled, empty) =>
      `${plural(filled, { one: 'jour rempli', other: 'jours remplis' })}${empty > 0 ? `, ${plural(empty, { one: 'reste vide', other: 'restent vides' })} : la réserve est épuisée` : ''}.`,
    noGap: 'Aucun jour de cette période n’est vide.',
    noneReady: (empty) =>
      `Aucun message de la réserve n’est prêt : ${plural(empty, { one: 'jour reste vide', other: 'jours restent vides' })}.`,
    previewTitle: 'Aperçu dans l’application',
    previewText: 'Ce que les membres verront ce jour-là, d’après le calendrier actuel.',
    previousDay: 'La veille',
    nextDay: 'Le lendemain',
    isFallback: (locale) => `Affiché en ${LANGUAGES.fr[locale]} : la traduction manque.`,
  },
});

/** Texts of the phone itself, in the member's language. */
export const PHONE = {
  fr: { title: 'Message du jour', more: 'En savoir plus', nothing: 'Pas de message aujourd’hui' },
  en: { title: 'Daily message', more: 'Read more', nothing: 'No message today' },
} as const;
