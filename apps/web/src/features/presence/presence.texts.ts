import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    reading: (name: string) => `${name} is also here`,
    editing: (name: string) => `${name} is editing`,
    replying: (name: string) => `${name} is writing a reply`,
    more: (line: string, count: number) => `${line}, and ${count} more here`,
  },
  fr: {
    reading: (name) => `${name} est aussi sur cette page`,
    editing: (name) => `${name} modifie cette page`,
    replying: (name) => `${name} écrit une réponse`,
    more: (line, count) =>
      count === 1
        ? `${line} ; une autre personne est là aussi`
        : `${line} ; ${count} autres personnes sont là aussi`,
  },
});
