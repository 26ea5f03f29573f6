import { defineTexts, formatNumber } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    columns: 'Columns',
    text: 'Your choice follows you to your other browsers. Exports keep all columns.',
    reset: 'Reset',
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    moved: (name: string, place: number, of: number) =>
      `${name}: ${formatNumber(place)} of ${formatNumber(of)}`,
  },
  fr: {
    columns: 'Colonnes',
    text: 'Votre choix vous suit sur vos autres navigateurs. Les exports gardent toutes les colonnes.',
    reset: 'Réinitialiser',
    moveUp: (name) => `Monter ${name}`,
    moveDown: (name) => `Descendre ${name}`,
    moved: (name, place, of) => `${name} : ${formatNumber(place)} sur ${formatNumber(of)}`,
  },
});
