import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    choose: (label: string) => `${label}: calendar`,
    dateFormat: 'dd/mm/yyyy',
    momentFormat: 'dd/mm/yyyy hh:mm',
    time: 'Time',
    hours: 'Hours',
    minutes: 'Minutes',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
  fr: {
    choose: (label) => `${label} : calendrier`,
    dateFormat: 'jj/mm/aaaa',
    momentFormat: 'jj/mm/aaaa hh:mm',
    time: 'Heure',
    hours: 'Heures',
    minutes: 'Minutes',
    previousMonth: 'Mois précédent',
    nextMonth: 'Mois suivant',
    previousYear: 'Année précédente',
    nextYear: 'Année suivante',
    previousDecade: 'Décennie précédente',
    nextDecade: 'Décennie suivante',
  },
});
