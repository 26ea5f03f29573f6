import type { DailyMessageStatus as Status } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../../../platform/language-names.ts';
import { longDate as long } from '../daily-messages.texts.ts';

export const t = defineTexts({
  en: {
    newTitle: 'New message',
    back: 'Back to the calendar',
    backToList: 'Back to the list',
    messageMissing: 'This message is gone',
    messageMissingText:
      'It was deleted, or the address is wrong. The trash keeps what was deleted for 30 days.',
    changed: (when: string, by: string | undefined) => `Changed ${when}${by ? ` by ${by}` : ''}.`,
    dayOver: 'This day is over.',
    dayOverText: 'Members have read this message: its texts can still be corrected, its day and status stay.',
    dayOverRead: 'Members have read this message.',
    dayOverDraft: 'This message was a draft: members were not shown it.',
    messageTitle: 'Title',
    body: 'Message',
    author: 'Author or source',
    complete: 'Complete',
    incomplete: 'Message missing',
    copyFrom: (locale: 'fr' | 'en') => `Start from the ${LANGUAGES.en[locale]}`,
    publication: 'Publication',
    dayHint: 'Leave it empty to keep the message in reserve.',
    link: 'Link',
    linkHint: 'Opens from the message, with https://',
    linkInvalid: 'Write a full link that starts with https://',
    tooLong: (max: number) => `At most ${plural(max, { one: 'character', other: 'characters' })}`,
    bodyRequired: (locale: 'fr' | 'en') => `Add the ${LANGUAGES.en[locale]} text to mark it as ready`,
    draftHint: 'Nobody sees it yet.',
    readyHint: 'Members see it on its day.',
    readyReserveHint: 'It may fill a gap.',
    missingRule: 'When a language is missing',
    fallback: 'Show the other language',
    fallbackHint: 'A member always reads something.',
    hide: 'Show nothing',
    hideHint: 'Members of that language have no message that day.',
    save: 'Save',
    createDraft: 'Create as a draft',
    createReady: 'Create, ready',
    createAndNext: 'Create and go to the next empty day',
    created: (day: string, status: Status): string =>
      status === 'ready'
        ? `The message of ${long(day)} is ready.`
        : `The message of ${long(day)} is a draft: members don’t see it.`,
    createdInReserve: (status: Status): string =>
      status === 'ready'
        ? 'The message is in the reserve.'
        : 'The message is in the reserve, as a draft: it fills no day.',
    saved: (status: Status): string =>
      status === 'ready' ? 'The changes are saved.' : 'The draft is saved: members don’t see it.',
    taken: 'This day has a message already:',
    takenBy: (title: string) => `This day has a message already: “${title}”`,
    previousDay: 'Previous day',
    nextDay: 'Next day',
    move: 'Move…',
    duplicate: 'Duplicate…',
    phone: 'On the phone',
    phoneLanguage: 'Language of the member',
    nobodySees: 'A draft: members see it once it is ready.',
    conflictTitle: 'Somebody else has changed this message',
  },
  fr: {
    newTitle: 'Nouveau message',
    back: 'Retour au calendrier',
    backToList: 'Retour à la liste',
    messageMissing: 'Ce message n’existe plus',
    messageMissingText:
      'Il a été supprimé, ou l’adresse est erronée. La corbeille garde 30 jours ce qui est supprimé.',
    changed: (when, by) => `Modifié ${when}${by ? ` par ${by}` : ''}.`,
    dayOver: 'Ce jour est passé.',
    dayOverText:
      'Les membres ont lu ce message : ses textes peuvent encore être corrigés, mais son jour et son statut ne changent plus.',
    dayOverRead: 'Les membres ont lu ce message.',
    dayOverDraft: 'Ce message était un brouillon : les membres ne l’ont pas vu.',
    messageTitle: 'Titre',
    body: 'Message',
    author: 'Auteur ou source',
    complete: 'Complet',
    incomplete: 'Texte manquant',
    copyFrom: (locale) => `Partir de ${locale === 'fr' ? 'la version française' : 'la version anglaise'}`,
    publication: 'Publication',
    dayHint: 'Laissez vide pour garder le message en réserve.',
    link: 'Lien',
    linkHint: 'S’ouvre depuis le message, en https://',
    linkInvalid: 'Écrivez un lien complet, qui commence par https://',
    tooLong: (max) => `Au plus ${plural(max, { one: 'caractère', other: 'caractères' })}`,
    bodyRequired: (locale) => `Ajoutez le texte en ${LANGUAGES.fr[locale]} pour le marquer prêt`,
    draftHint: 'Personne ne le voit encore.',
    readyHint: 'Les membres le voient ce jour-là.',
    readyReserveHint: 'Il peut combler un jour vide.',
    missingRule: 'Quand une langue manque',
    fallback: 'Afficher l’autre langue',
    fallbackHint: 'Un membre a toujours quelque chose à lire.',
    hide: 'Ne rien afficher',
    hideHint: 'Les membres de cette langue n’ont pas de message ce jour-là.',
    save: 'Enregistrer',
    createDraft: 'Créer en brouillon',
    createReady: 'Créer et programmer',
    createAndNext: 'Créer et passer au jour vide suivant',
    created: (day, status) =>
      status === 'ready'
        ? `Le message du ${long(day)} est prêt.`
        : `Le message du ${long(day)} est un brouillon : les membres ne le voient pas.`,
    createdInReserve: (status) =>
      status === 'ready'
        ? 'Le message est en réserve.'
        : 'Le message est en réserve, en brouillon : il ne comble aucun jour.',
    saved: (status) =>
      status === 'ready'
        ? 'Les modifications sont enregistrées.'
        : 'Le brouillon est enregistré : les membres ne le voient pas.',
    taken: 'Ce jour a déjà un message :',
    takenBy: (title) => `Ce jour a déjà un message : « ${title} »`,
    previousDay: 'Jour précédent',
    nextDay: 'Jour suivant',
    move: 'Déplacer…',
    duplicate: 'Dupliquer…',
    phone: 'Sur le téléphone',
    phoneLanguage: 'Langue du membre',
    nobodySees: 'Brouillon : les membres le verront une fois prêt.',
    conflictTitle: 'Quelqu’un d’autre a modifié ce message',
  },
});
