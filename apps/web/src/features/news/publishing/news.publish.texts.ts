import { defineTexts, plural } from '../../../platform/i18n.ts';

const NAMES = { en: { fr: 'French', en: 'English' }, fr: { fr: 'Français', en: 'Anglais' } };
const devices = (count: number) => plural(count, { one: 'device', other: 'devices' });
const appareils = (count: number) =>
  plural(count, { one: 'appareil joignable', other: 'appareils joignables' });

export const t = defineTexts({
  en: {
    notPublisher: 'Your role doesn’t include publishing.',
    askPublisher: (names: string) => `Your role doesn’t include publishing: ask ${names}.`,
    title: 'Publish this article?',
    askTitle: 'Ask for approval',
    ask: 'Ask for approval',
    keep: 'Keep editing',
    publishAndNotify: 'Publish and notify members',
    done: 'OK',
    toCheck: 'To check',
    required: 'Required to publish',
    hasCover: 'Cover with its description',
    noCover: 'No cover picture',
    addCover: 'Add a cover',
    noAlt: 'The cover has no description',
    describe: 'Describe the cover',
    isReady: (locale: 'fr' | 'en') => `${NAMES.en[locale]}: ready`,
    noTitle: (locale: 'fr' | 'en') => `${NAMES.en[locale]}: no title`,
    noBody: (locale: 'fr' | 'en') => `${NAMES.en[locale]}: no text`,
    notReady: (locale: 'fr' | 'en') => `${NAMES.en[locale]}: not marked as ready`,
    complete: 'Complete it',
    makeReady: 'Mark as ready',
    links: (count: number) =>
      count
        ? `${plural(count, { one: 'link', other: 'links' })}, addresses complete, not opened`
        : 'No links',
    wrongLink: (href: string) => `The address of this link is incomplete: ${href}`,
    correct: 'Correct it',
    undescribed: (locale: 'fr' | 'en', count: number) =>
      `${NAMES.en[locale]}: ${plural(count, { one: 'picture', other: 'pictures' })} in the text without a description`,
    describeThem: 'Describe',
    hasCategory: 'Category chosen',
    noCategory: 'No category',
    choose: 'Choose one',
    push: (count: number | undefined) =>
      count === undefined
        ? 'No notification is sent. You can write one once the article is online.'
        : `No notification is sent. You can write one once the article is online: ${devices(count)} reachable today.`,
    silent: 'No notification is sent.',
    pushed: 'This article already has its notification. Publishing sends no other.',
    when: 'Online immediately',
    whenApproved: 'Online once somebody approves it',
    insteadOf: (when: string) => `Online immediately, instead of ${when}`,
    until: (when: string) => `Online immediately, until ${when}`,
  },
  fr: {
    notPublisher: 'Votre rôle ne permet pas de publier.',
    askPublisher: (names) => `Votre rôle ne permet pas de publier : adressez-vous à ${names}.`,
    title: 'Publier cet article ?',
    askTitle: 'Demander l’approbation',
    ask: 'Demander l’approbation',
    keep: 'Continuer à écrire',
    publishAndNotify: 'Publier et prévenir les membres',
    done: 'OK',
    toCheck: 'À vérifier',
    required: 'Nécessaire pour publier',
    hasCover: 'Couverture et sa description',
    noCover: 'Aucune image de couverture',
    addCover: 'Ajouter une image',
    noAlt: 'La couverture n’est pas décrite',
    describe: 'Décrire la couverture',
    isReady: (locale) => `${NAMES.fr[locale]} : prêt`,
    noTitle: (locale) => `${NAMES.fr[locale]} : il manque le titre`,
    noBody: (locale) => `${NAMES.fr[locale]} : il manque le texte`,
    notReady: (locale) => `${NAMES.fr[locale]} : pas encore marqué prêt`,
    complete: 'Compléter',
    makeReady: 'Marquer prêt',
    links: (count) =>
      count
        ? `${plural(count, { one: 'lien', other: 'liens' })}, adresses complètes, non ouvertes`
        : 'Aucun lien',
    wrongLink: (href) => `L’adresse de ce lien est incomplète : ${href}`,
    correct: 'Corriger',
    undescribed: (locale, count) =>
      `${NAMES.fr[locale]} : ${plural(count, { one: 'image', other: 'images' })} du texte sans description`,
    describeThem: 'Décrire',
    hasCategory: 'Catégorie choisie',
    noCategory: 'Aucune catégorie',
    choose: 'En choisir une',
    push: (count) =>
      count === undefined
        ? 'Aucune notification n’est envoyée. Vous pourrez en écrire une quand l’article sera en ligne.'
        : `Aucune notification n’est envoyée. Vous pourrez en écrire une quand l’article sera en ligne : ${appareils(count)} à ce jour.`,
    silent: 'Aucune notification n’est envoyée.',
    pushed: 'Cet article a déjà sa notification. La publication n’en envoie pas d’autre.',
    when: 'En ligne immédiatement',
    whenApproved: 'En ligne dès que quelqu’un l’approuve',
    insteadOf: (when) => `En ligne immédiatement, au lieu du ${when}`,
    until: (when) => `En ligne immédiatement, jusqu’au ${when}`,
  },
});
