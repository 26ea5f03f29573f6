import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: {
    unknown: (unknown: string, known: string) => `Members would read ${unknown} as it is. Known: ${known}.`,
    withoutFallback: (placeholder: string) =>
      `Say what members without a name read in place of ${placeholder}: {first_name|dear member}`,
  },
  fr: {
    unknown: (unknown, known) => `Les membres liraient ${unknown} tel quel. Possibles : ${known}.`,
    withoutFallback: (placeholder) =>
      `Indiquez ce que lisent les membres sans nom à la place de ${placeholder} : {prénom|cher membre}`,
  },
});
