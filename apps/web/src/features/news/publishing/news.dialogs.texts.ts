import { defineTexts } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../../../platform/language-names.ts';

export const t = defineTexts({
  en: {
    ask: 'Ask for approval',
    approveTitle: (title: string) => `Approve “${title}”?`,
    approveText: 'Members see it at once.',
    approveTextAt: (when: string) => `Members see it from ${when} on.`,
    approveDo: 'Approve',
    approve: 'Approve…',
    approveNow: 'Approve for now…',
    approveLater: 'Approve for another time…',
    isApproved: 'The article is approved.',
    pinDo: 'Pin',
    pinChange: 'Change the pin',
    pinSave: 'Save',
    pinText: 'It stays at the top of the list in the app until then. Three articles can be pinned at once.',
    pinUntil: 'Pinned until',
    momentRequired: 'Choose a day and a time',
    momentPast: 'Choose a moment in the future',
    inZone: (when: string, zone: string) => `${when} (${zone}).`,
    schedule: 'Schedule',
    scheduleDo: 'Schedule',
    scheduleText:
      'The current text is published at that time. To include later changes, update the scheduled version.',
    visibleFrom: 'Goes online',
    visibleTo: 'Goes offline',
    visibleToHint: 'Leave it empty to keep it online.',
    endTitle: 'When it goes offline',
    endText: 'Until then, members see the published version. Your later changes stay unpublished.',
    endDo: 'Apply',
    close: 'Close',
    previewTitle: 'Preview in the app',
    previewText: 'The article as it would appear if published now, drafts included.',
    isFallback: (locale: 'fr' | 'en') => `Shown in ${LANGUAGES.en[locale]}: the translation is missing.`,
  },
  fr: {
    ask: 'Demander l’approbation',
    approveTitle: (title) => `Approuver « ${title} » ?`,
    approveText: 'Les membres le verront tout de suite.',
    approveTextAt: (when) => `Les membres le verront à partir du ${when}.`,
    approveDo: 'Approuver',
    approve: 'Approuver…',
    approveNow: 'Approuver pour maintenant…',
    approveLater: 'Approuver pour plus tard…',
    isApproved: 'L’article est approuvé.',
    pinDo: 'Épingler',
    pinChange: 'Modifier l’épinglage',
    pinSave: 'Enregistrer',
    pinText:
      'Il reste jusque-là en tête de la liste dans l’application. Trois articles peuvent être épinglés à la fois.',
    pinUntil: 'Épinglé jusqu’au',
    momentRequired: 'Choisissez un jour et une heure',
    momentPast: 'Choisissez un moment à venir',
    inZone: (when, zone) => `Le ${when} (${zone}).`,
    schedule: 'Programmer',
    scheduleDo: 'Programmer',
    scheduleText:
      'Le texte actuel sera publié à ce moment-là. Pour y inclure des modifications ultérieures, mettez à jour la version programmée.',
    visibleFrom: 'Mise en ligne',
    visibleTo: 'Mise hors ligne',
    visibleToHint: 'Laissez vide pour le garder en ligne.',
    endTitle: 'Date de mise hors ligne',
    endText:
      'D’ici là, les membres voient la version publiée. Vos modifications ultérieures restent à publier.',
    endDo: 'Appliquer',
    close: 'Fermer',
    previewTitle: 'Aperçu dans l’application',
    previewText: 'L’article tel qu’il paraîtrait s’il était publié maintenant, brouillons compris.',
    isFallback: (locale) => `Affiché en ${LANGUAGES.fr[locale]} : la traduction manque.`,
  },
});

/** The phone's own texts, in the member's language. */
export const PHONE = {
  fr: { title: 'News', nothing: 'Cet article n’apparaît pas dans cette langue.' },
  en: { title: 'News', nothing: 'This article does not appear in this language.' },
} as const;
