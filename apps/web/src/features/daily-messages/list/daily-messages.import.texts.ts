import { defineTexts, plural } from '../../../platform/i18n.ts';

const messages = (count: number) => plural(count, { one: 'message', other: 'messages' });
const messagesFr = (count: number) =>
  plural(count, { one: 'message', other: 'messages', many: 'de messages' });

export const t = defineTexts({
  en: {
    importTitle: 'Import messages',
    importText:
      'Paste rows from a spreadsheet, or choose a CSV file. Nothing is written before you have seen the result.',
    importFormat: 'The format',
    importFormatText:
      'One message a row. The first line names the columns, in any order; a message needs at least fr_body or en_body. Without a day it goes into the reserve, without a status it is a draft.',
    importColumns: 'Columns',
    copyExample: 'Copy the example',
    exampleCopied: 'The example is copied.',
    importTable: 'Table',
    chooseFile: 'Choose a file…',
    check: 'Check',
    importDo: (count: number) => `Import ${messages(count)}`,
    imported: (count: number) => `${messages(count)} imported.`,
    importFine: (count: number) => `${messages(count)}, ready to be imported.`,
    importErrors: (count: number) =>
      `${plural(count, { one: 'problem', other: 'problems' })} to correct: nothing is imported until then.`,
    importEmpty: 'Paste a table first',
    line: 'Line',
    column: 'Column',
    problem: 'Problem',
    wholeRow: 'whole row',
    wrong: 'This value is not valid',
    unknown_column: 'There is no such column',
    repeated_column: 'The column is there twice',
    column_count: 'The row has more or fewer cells than the first line',
    csv_parsing: 'The table can’t be read: is a quotation mark missing?',
    too_short: 'There are no rows below the names of the columns',
    too_long: 'There are more than 5,000 rows: import them in parts',
    missingText: 'The text is missing',
    default_locale_missing: 'A message that is ready needs this text',
    day_taken: 'This day has a message already',
    dayTakenBy: (title: string) => `This day has a message already: “${title}”`,
    date_parsing: 'Write the day as 2026-12-31',
    date_too_early: 'This day is over',
    date_too_late: 'This day is too far ahead',
    string_too_long: 'The text is too long',
    enum: 'Write draft or ready',
    enumMissing: 'Write fallback or hide',
    url_parsing: 'Write a full link that starts with https://',
  },
  fr: {
    importTitle: 'Importer des messages',
    importText:
      'Collez des lignes d’un tableur, ou choisissez un fichier CSV. Rien n’est écrit avant que vous ayez vu le résultat.',
    importFormat: 'Le format',
    importFormatText:
      'Un message par ligne. La première ligne nomme les colonnes, dans n’importe quel ordre ; un message a besoin au moins de fr_body ou en_body. Sans jour il va en réserve, sans statut il est en brouillon.',
    importColumns: 'Colonnes',
    copyExample: 'Copier l’exemple',
    exampleCopied: 'L’exemple est copié.',
    importTable: 'Tableau',
    chooseFile: 'Choisir un fichier…',
    check: 'Vérifier',
    importDo: (count) => `Importer ${messagesFr(count)}`,
    imported: (count) =>
      `${plural(count, { one: 'message importé', other: 'messages importés', many: 'de messages importés' })}.`,
    importFine: (count) =>
      `${plural(count, { one: 'message prêt', other: 'messages prêts', many: 'de messages prêts' })} à être importé${count > 1 ? 's' : ''}.`,
    importErrors: (count) =>
      `${plural(count, { one: 'problème', other: 'problèmes' })} à corriger : rien n’est importé d’ici là.`,
    importEmpty: 'Collez d’abord un tableau',
    line: 'Ligne',
    column: 'Colonne',
    problem: 'Problème',
    wholeRow: 'toute la ligne',
    wrong: 'Cette valeur n’est pas valide',
    unknown_column: 'Cette colonne n’existe pas',
    repeated_column: 'Cette colonne figure deux fois',
    column_count: 'La ligne a plus ou moins de cellules que la première',
    csv_parsing: 'Le tableau est illisible : manque-t-il un guillemet ?',
    too_short: 'Il n’y a aucune ligne sous les noms des colonnes',
    too_long: 'Il y a plus de 5\u00a0000 lignes\u00a0: importez-les en plusieurs fois',
    missingText: 'Le texte manque',
    default_locale_missing: 'Un message prêt a besoin de ce texte',
    day_taken: 'Ce jour a déjà un message',
    dayTakenBy: (title) => `Ce jour a déjà un message : « ${title} »`,
    date_parsing: 'Écrivez le jour ainsi : 2026-12-31',
    date_too_early: 'Ce jour est passé',
    date_too_late: 'Ce jour est trop lointain',
    string_too_long: 'Le texte est trop long',
    enum: 'Écrivez draft ou ready',
    enumMissing: 'Écrivez fallback ou hide',
    url_parsing: 'Écrivez un lien complet, qui commence par https://',
  },
});
