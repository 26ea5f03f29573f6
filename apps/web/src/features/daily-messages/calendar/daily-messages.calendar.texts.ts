import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../daily-messages.texts.ts';

export const t = defineTexts({
  en: {
    nothingShown: 'Nothing shown',
    showPast: (days: number) => `Show ${plural(days, { one: 'day', other: 'days' })} before today`,
    without: (locale: 'fr' | 'en') => `No ${LANGUAGES.en[locale]}`,
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    today: 'Today',
    legend: 'This month',
    keys: 'Arrows move between days, Page Up and Page Down between months.',
    keyOpen: 'open',
    keyMove: 'move',
    keyPreview: 'preview',
    enter: 'Enter',
  },
  fr: {
    nothingShown: 'Rien d’affiché',
    showPast: (days) => `Afficher ${plural(days, { one: 'jour précédent', other: 'jours précédents' })}`,
    without: (locale) => `Sans ${LANGUAGES.fr[locale]}`,
    previousMonth: 'Mois précédent',
    nextMonth: 'Mois suivant',
    today: 'Aujourd’hui',
    legend: 'Ce mois-ci',
    keys: 'Les flèches changent de jour, Page préc. et Page suiv. de mois.',
    keyOpen: 'ouvrir',
    keyMove: 'déplacer',
    keyPreview: 'aperçu',
    enter: 'Entrée',
  },
});
