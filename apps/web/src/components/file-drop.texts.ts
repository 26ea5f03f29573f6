import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    hint: (types: string, megabytes: number) =>
      `or drop one here: ${types}, up to ${formatNumber(megabytes)}\u00a0MB`,
    refused: (types: string, megabytes: number) =>
      `This file can’t be used: choose ${types}, up to ${formatNumber(megabytes)}\u00a0MB.`,
    pictureTypes: 'JPEG, PNG, WebP or AVIF',
  },
  fr: {
    hint: (types, megabytes) =>
      `ou déposez le fichier ici : ${types}, jusqu’à ${formatNumber(megabytes)}\u00a0Mo`,
    refused: (types, megabytes) =>
      `Ce fichier ne convient pas : choisissez ${types}, jusqu’à ${formatNumber(megabytes)}\u00a0Mo.`,
    pictureTypes: 'JPEG, PNG, WebP ou AVIF',
  },
});
