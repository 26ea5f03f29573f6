import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    noData: 'Nothing in this period yet.',
    running: '(not over yet)',
    cell: (row: string, series: string, value: string) => `${row}, ${series}: ${value}`,
    export: 'Export',
    exportOf: (title: string) => `Export: ${title}`,
    table: 'Table (CSV)',
    image: 'Image (PNG)',
  },
  fr: {
    asTable: 'Afficher en tableau',
    asChart: 'Afficher en graphique',
    noData: 'Rien sur cette période pour l’instant.',
    running: '(en cours)',
    cell: (row, series, value) => `${row}, ${series} : ${value}`,
    export: 'Exporter',
    exportOf: (title) => `Exporter : ${title}`,
    table: 'Tableau (CSV)',
    image: 'Image (PNG)',
  },
});
