import { defineTexts, formatNumber, plural } from '../../../platform/i18n.ts';

const members = (count: number) => plural(count, { one: 'member', other: 'members' });
const membersFr = (count: number) => plural(count, { one: 'membre', other: 'membres', many: 'de membres' });

export const t = defineTexts({
  en: {
    import: 'Import',
    title: 'Import members',
    text: 'Paste rows from a spreadsheet, or choose a CSV file. You check the result before the import.',
    formatText:
      'One member a row, at most 50,000. The first line names the columns, in any order; only the email is required. The name is either full_name, or first_name and last_name. The language is French or English; without one, it is that of Agora.',
    templateFile: 'members-template.csv',
    column_email: 'Email',
    column_full_name: 'Full name',
    column_first_name: 'First name',
    column_last_name: 'Last name',
    column_locale: 'Language',
    invite: 'Send an invitation to each member',
    inviteHint:
      'A mail with a link to choose a password, valid for three days. Without it, members choose one with “Forgot your password?” in the app.',
    fine: (count: number) => `${members(count)} can be imported.`,
    importDo: (count: number) => `Import ${members(count)}`,
    imported: (count: number, rejected: number, isInvited: boolean) =>
      `${members(count)} imported${isInvited ? ' and invited' : ''}.${rejected > 0 ? ` ${plural(rejected, { one: 'rejected row', other: 'rejected rows' })} saved as a file.` : ''}`,
    repeated_email: 'The same address is on an earlier line',
    repeatedEmail: (line: number) => `The same address is on line ${formatNumber(line)}`,
    missing: 'The address is missing',
    email_taken: 'An account already uses this address',
    string_too_long: 'The name is too long',
    control_characters: 'The name takes several lines',
    enum: 'Write French or English',
    too_long: 'There are more than 50,000 rows: import them in parts',
    wrongEmail: 'This is not an email address',
  },
  fr: {
    import: 'Importer',
    title: 'Importer des membres',
    text: 'Collez des lignes d’un tableur, ou choisissez un fichier CSV. Vous vérifierez le résultat avant l’import.',
    formatText:
      'Un membre par ligne, 50 000 au plus. La première ligne nomme les colonnes, dans n’importe quel ordre ; seul l’email est obligatoire. Le nom s’écrit dans nom_complet, ou dans prénom et nom. La langue est français ou anglais ; sans langue, c’est celle d’Agora.',
    templateFile: 'modele-membres.csv',
    column_email: 'Email',
    column_full_name: 'Nom complet',
    column_first_name: 'Prénom',
    column_last_name: 'Nom',
    column_locale: 'Langue',
    invite: 'Envoyer une invitation à chaque membre',
    inviteHint:
      'Un e-mail avec un lien pour choisir un mot de passe, valable trois jours. Sans invitation, chacun en choisit un par « Mot de passe oublié ? » dans l’application.',
    fine: (count) =>
      `${plural(count, { one: 'membre peut être importé', other: 'membres peuvent être importés', many: 'de membres peuvent être importés' })}.`,
    importDo: (count) => `Importer ${membersFr(count)}`,
    imported: (count, rejected, isInvited) =>
      `${isInvited ? plural(count, { one: 'membre importé et invité', other: 'membres importés et invités', many: 'de membres importés et invités' }) : plural(count, { one: 'membre importé', other: 'membres importés', many: 'de membres importés' })}.${rejected > 0 ? ` ${plural(rejected, { one: 'ligne refusée, enregistrée', other: 'lignes refusées, enregistrées', many: 'de lignes refusées, enregistrées' })} dans un fichier.` : ''}`,
    repeated_email: 'Adresse déjà présente plus haut',
    repeatedEmail: (line) => `Adresse déjà présente à la ligne ${formatNumber(line)}`,
    missing: 'L’adresse manque',
    email_taken: 'Un compte utilise déjà cette adresse',
    string_too_long: 'Le nom est trop long',
    control_characters: 'Le nom tient sur plusieurs lignes',
    enum: 'Écrivez « français » ou « anglais »',
    too_long: 'Il y a plus de 50 000 lignes : importez-les en plusieurs fois',
    wrongEmail: 'Cette adresse n’est pas valide',
  },
});
