import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { defineTexts, plural } from '../../../platform/i18n.ts';
import { LANGUAGES } from '../../../platform/language-names.ts';

export const t = defineTexts({
  en: {
    title: (count: number) => `Reply to ${plural(count, { one: 'conversation', other: 'conversations' })}`,
    text: 'Each member gets a reply of their own, in the app and by email. {first_name} becomes their first name.',
    template: 'Insert a template',
    chooseTemplate: 'Choose…',
    inDefault: (count: number) =>
      `${count === 1 ? 'This member gets' : 'These members get'} the ${LANGUAGES.en[DEFAULT_LOCALE]} text.`,
    readers: (count: number) => plural(count, { one: 'member', other: 'members' }),
    firstReads: (name: string) => `${name} will read:`,
    send: (count: number) => `Send ${plural(count, { one: 'reply', other: 'replies' })}`,
    required: 'Write something first.',
    long: 'Shorten this text.',
  },
  fr: {
    title: (count) => `Répondre à ${plural(count, { one: 'conversation', other: 'conversations' })}`,
    text: 'Chaque membre reçoit sa propre réponse, dans l’application et par e-mail. {prénom} devient son prénom.',
    template: 'Insérer un modèle',
    chooseTemplate: 'Choisir…',
    inDefault: (count) =>
      `${count === 1 ? 'Ce membre recevra' : 'Ces membres recevront'} le texte ${LANGUAGES.fr[DEFAULT_LOCALE]}.`,
    readers: (count) => plural(count, { one: 'membre', other: 'membres' }),
    firstReads: (name) => `${name} lira :`,
    send: (count) => `Envoyer ${plural(count, { one: 'réponse', other: 'réponses' })}`,
    required: 'Écrivez d’abord quelque chose.',
    long: 'Raccourcissez ce texte.',
  },
});
