import { defineTexts, formatNumber, plural } from '../../../platform/i18n.ts';

const messages = (count: number) => plural(count, { one: 'message', other: 'messages' });
const messagesFr = (count: number) =>
  plural(count, { one: 'message', other: 'messages', many: 'de messages' });

export const t = defineTexts({
  en: {
    importTitle: 'Import messages',
    importText:
      'Paste rows from a spreadsheet, or choose a CSV file. You check the result before the import.',
    importFormatText:
      'One message a row. The first line names the columns, in any order; a message needs at least fr_body or en_body. Without a day it goes into the reserve, without a status it is what you choose below.',
    templateFile: 'daily-messages-template.csv',
    textMissing: 'Text missing',
    markReady: (count: number) => `Mark ${plural(count, { one: 'message', other: 'messages' })} as ready`,
    notMarkedReady: (count: number) =>
      `${messages(count)} can’t be ready yet: the text in the default language is missing.`,
    importDo: (count: number) => `Import ${messages(count)}`,
    imported: (count: number, rejected: number) =>
      `${messages(count)} imported.${rejected > 0 ? ` ${plural(rejected, { one: 'rejected row', other: 'rejected rows' })} saved as a file.` : ''}`,
    importFine: (count: number, ready: number) =>
      `${messages(count)} can be imported: ${[ready > 0 && `${formatNumber(ready)} ready`, count > ready && plural(count - ready, { one: 'draft', other: 'drafts' })].filter(Boolean).join(', ')}.`,
    importAs: 'Import as',
    importAsHint: 'A status written in the table stays.',
    dayOrder: 'In this table, 1/2/2027 is',
    chooseOrder: 'Choose…',
    column_day: 'Day',
    column_fr_title: 'Title, French',
    column_fr_body: 'Text, French',
    column_fr_author: 'Author, French',
    column_en_title: 'Title, English',
    column_en_body: 'Text, English',
    column_en_author: 'Author, English',
    column_link: 'Link',
    column_status: 'Status',
    column_missing_locale: 'When a language is missing',
    too_long: 'There are more than 5,000 rows: import them in parts',
    missingText: 'The text is missing',
    default_locale_missing: 'Add this text, or write draft as the status',
    day_taken: 'This day has a message already',
    dayTakenBy: (title: string) => `This day has a message already: “${title}”`,
    date_parsing: 'No such day: write it as 2026-12-31 or 31/12/2026',
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
      'Collez des lignes d’un tableur, ou choisissez un fichier CSV. Vous vérifierez le résultat avant l’import.',
    importFormatText:
      'Un message par ligne. La première ligne nomme les colonnes, dans n’importe quel ordre ; un message a besoin au moins de texte_fr ou texte_en. Sans jour, il va en réserve ; sans statut, il devient ce que vous choisissez plus bas.',
    templateFile: 'modele-messages-du-jour.csv',
    textMissing: 'Texte manquant',
    markReady: (count) =>
      count > 1 ? `Marquer ces ${formatNumber(count)} prêts` : 'Marquer ce message prêt',
    notMarkedReady: (count) =>
      `${plural(count, { one: 'message ne peut pas encore être prêt', other: 'messages ne peuvent pas encore être prêts', many: 'de messages ne peuvent pas encore être prêts' })} : il manque le texte dans la langue par défaut.`,
    importDo: (count) => `Importer ${messagesFr(count)}`,
    imported: (count, rejected) =>
      `${plural(count, { one: 'message importé', other: 'messages importés', many: 'de messages importés' })}.${rejected > 0 ? ` ${plural(rejected, { one: 'ligne refusée, enregistrée', other: 'lignes refusées, enregistrées', many: 'de lignes refusées, enregistrées' })} dans un fichier.` : ''}`,
    importFine: (count, ready) =>
      `${messagesFr(count)} à importer : ${[ready > 0 && plural(ready, { one: 'prêt', other: 'prêts' }), count > ready && plural(count - ready, { one: 'brouillon', other: 'brouillons' })].filter(Boolean).join(', ')}.`,
    importAs: 'Importer comme',
    importAsHint: 'Un statut écrit dans le tableau est gardé.',
    dayOrder: 'Dans ce tableau, 1/2/2027 désigne le',
    chooseOrder: 'Choisir…',
    column_day: 'Jour',
    column_fr_title: 'Titre en français',
    column_fr_body: 'Texte en français',
    column_fr_author: 'Auteur en français',
    column_en_title: 'Titre en anglais',
    column_en_body: 'Texte en anglais',
    column_en_author: 'Auteur en anglais',
    column_link: 'Lien',
    column_status: 'Statut',
    column_missing_locale: 'Quand une langue manque',
    too_long: 'Il y a plus de 5\u00a0000 lignes\u00a0: importez-les en plusieurs fois',
    missingText: 'Le texte manque',
    default_locale_missing: 'Ajoutez ce texte, ou indiquez « brouillon » comme statut',
    day_taken: 'Ce jour a déjà un message',
    dayTakenBy: (title) => `Ce jour a déjà un message : « ${title} »`,
    date_parsing: 'Ce jour n’existe pas : écrivez-le sous la forme 31/12/2026',
    date_too_early: 'Ce jour est passé',
    date_too_late: 'Ce jour est trop lointain',
    string_too_long: 'Le texte est trop long',
    enum: 'Écrivez « brouillon » ou « prêt »',
    enumMissing: 'Écrivez « autre langue » ou « masquer »',
    url_parsing: 'Écrivez un lien complet, qui commence par https://',
  },
});
