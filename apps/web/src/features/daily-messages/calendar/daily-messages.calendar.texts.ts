import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../../../platform/language-names.ts';

export const t = defineTexts({
  en: {
    nothingShown: 'Nothing shown',
    showPast: (days: number) => `Show ${plural(days, { one: 'day', other: 'days' })} before today`,
    without: (locale: 'fr' | 'en') => `No ${LANGUAGES.en[locale]}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    today: 'Today',
    legend: 'Days by state',
    keys: 'Arrows: days · Page Up, Page Down: months · Enter: open · M: move · P: preview',
    readKeys: 'Arrows: days · Page Up, Page Down: months · Enter: open · P: preview',
  },
  fr: {
    nothingShown: 'Rien d’affiché',
    showPast: (days) => `Afficher ${plural(days, { one: 'jour précédent', other: 'jours précédents' })}`,
    without: (locale) => `Sans ${locale.toUpperCase()}`,
    previousMonth: 'Mois précédent',
    nextMonth: 'Mois suivant',
    today: 'Aujourd’hui',
    legend: 'Jours par état',
    keys: 'Flèches : jours · Page préc., Page suiv. : mois · Entrée : ouvrir · M : déplacer · P : aperçu',
    readKeys: 'Flèches : jours · Page préc., Page suiv. : mois · Entrée : ouvrir · P : aperçu',
  },
});
