import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    close: 'Close',
    kind_save: 'Saved',
    kind_publish: 'Published',
    kind_restore: 'Restored',
    isLive: 'Members see this',
    by: (name: string | undefined) => (name ? `by ${name}` : ''),
    chooseRevision: 'Choose a version to see what has changed since.',
    noRevisions: 'There is no other version yet.',
    noDifference: 'Nothing has changed since this version.',
    restoreRevision: 'Go back to this version',
    revisionRestored: 'The version is restored; members see it once it is published.',
    unsavedTitle: 'Replace unsaved changes?',
    unsavedText: 'This version replaces your changes since the last save. They cannot be recovered.',
    before: 'Then',
    after: 'Now',
  },
  fr: {
    close: 'Fermer',
    kind_save: 'Enregistrée',
    kind_publish: 'Publiée',
    kind_restore: 'Restaurée',
    isLive: 'Vue par les membres',
    by: (name) => (name ? `par ${name}` : ''),
    chooseRevision: 'Choisissez une version pour voir ce qui a changé depuis.',
    noRevisions: 'Il n’y a pas encore d’autre version.',
    noDifference: 'Rien n’a changé depuis cette version.',
    restoreRevision: 'Revenir à cette version',
    revisionRestored: 'La version est restaurée ; les membres la voient une fois publiée.',
    unsavedTitle: 'Remplacer les modifications non enregistrées ?',
    unsavedText:
      'Cette version remplace vos modifications depuis le dernier enregistrement, sans retour possible.',
    before: 'Cette version',
    after: 'Texte actuel',
  },
});
