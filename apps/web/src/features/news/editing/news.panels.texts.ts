import { defineTexts, formatNumber } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    cover: 'Cover',
    coverText: 'Above the article, always 16:9. The place where it was taken is removed from the picture.',
    chooseCover: 'Choose a picture',
    replaceCover: 'Replace the picture',
    removeCover: 'Remove the picture',
    focalPoint: (x: string, y: string) =>
      `Point that stays in sight: ${x} from the left, ${y} from the top. Arrow keys move it.`,
    focalHint: 'Press where the picture must stay in sight; arrow keys move the point.',
    cropped: 'As the app crops it',
    coverShown: (x: number, y: number) =>
      `A picture whose point in sight is at ${formatNumber(x)}% × ${formatNumber(y)}%`,
    alt: (language: string) => `Description · ${language}`,
    settings: 'In the app',
    missingRule: 'When a language is missing',
    fallback: 'Show the other language',
    fallbackHint: 'A member always reads something.',
    hide: 'Show nothing',
    hideHint: 'Members of that language don’t see the article.',
    applied: 'Saved immediately.',
    slug: 'Address',
    slugFollows: 'Follows the title until first published.',
    slugStays: 'Its former addresses still lead here.',
    slugWrong: 'Lower-case letters a–z, digits and single hyphens between them',
    changeSlug: 'Change the address',
    readers: (fr: number, en: number) =>
      fr + en === 0
        ? 'Not read yet.'
        : `Read by ${formatNumber(fr + en)}: ${formatNumber(fr)} in French, ${formatNumber(en)} in English.`,
    pin: 'At the top of the list',
    notPinned: 'Not pinned.',
    pinnedUntil: (when: string) => `Pinned until ${when}.`,
    pinIt: 'Pin…',
    pinLonger: 'Change…',
    unpin: 'Unpin',
  },
  fr: {
    cover: 'Couverture',
    coverText: 'Au-dessus de l’article, toujours en 16:9. Le lieu de prise de vue est effacé de l’image.',
    chooseCover: 'Choisir une image',
    replaceCover: 'Remplacer l’image',
    removeCover: 'Retirer l’image',
    focalPoint: (x, y) =>
      `Point qui reste visible : à ${x} de la gauche et ${y} du haut. Les flèches le déplacent.`,
    focalHint: 'Appuyez là où l’image doit rester visible ; les flèches déplacent le point.',
    cropped: 'Telle que l’application la recadre',
    coverShown: (x, y) => `Une image dont le point visible est à ${formatNumber(x)} % × ${formatNumber(y)} %`,
    alt: (language) => `Description · ${language}`,
    settings: 'Dans l’application',
    missingRule: 'Quand une langue manque',
    fallback: 'Afficher l’autre langue',
    fallbackHint: 'Un membre a toujours quelque chose à lire.',
    hide: 'Ne rien afficher',
    hideHint: 'Les membres de cette langue ne voient pas l’article.',
    applied: 'Enregistré aussitôt.',
    slug: 'Adresse',
    slugFollows: 'Suit le titre jusqu’à la première publication.',
    slugStays: 'Ses anciennes adresses continuent de mener ici.',
    slugWrong: 'Minuscules sans accent et chiffres, séparés par un seul trait d’union',
    changeSlug: 'Changer l’adresse',
    readers: (fr, en) =>
      fr + en === 0
        ? 'Pas encore lu.'
        : `Lectures : ${formatNumber(fr + en)}, dont ${formatNumber(fr)} en français et ${formatNumber(en)} en anglais.`,
    pin: 'En tête de liste',
    notPinned: 'Non épinglé.',
    pinnedUntil: (when) => `Épinglé jusqu’au ${when}.`,
    pinIt: 'Épingler…',
    pinLonger: 'Modifier…',
    unpin: 'Désépingler',
  },
});
