import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    hint: (types: string, megabytes: number) =>
      `or drop one here: ${types}, up to ${formatNumber(megabytes)} MB`,
    refused: (types: string, megabytes: number) =>
      `This file can’t be used: choose ${types}, up to ${formatNumber(megabytes)} MB.`,
    pictureTypes: 'JPEG, PNG, WebP or AVIF',
  },
  fr: {
    hint: (types, megabytes) => `ou déposez le fichier ici : ${types}, jusqu’à ${formatNumber(megabytes)} Mo`,
    refused: (types, megabytes) =>
      `Ce fichier ne convient pas : choisissez ${types}, jusqu’à ${formatNumber(megabytes)} Mo.`,
    pictureTypes: 'JPEG, PNG, WebP ou AVIF',
  },
});
