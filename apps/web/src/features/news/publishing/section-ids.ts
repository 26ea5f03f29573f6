/** Ids of the editor sections to which the checklist leads. */
export const SECTION_IDS = { fr: 'news-fr', en: 'news-en', cover: 'news-cover', settings: 'news-settings' };
