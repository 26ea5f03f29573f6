/** Names of languages within a sentence, in each language of the interface. */
export const LANGUAGES = { en: { fr: 'French', en: 'English' }, fr: { fr: 'français', en: 'anglais' } };
