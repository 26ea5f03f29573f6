/** Ids of the parts of the editor that the checklist leads to. */
export const SECTION_IDS = { fr: 'news-fr', en: 'news-en', cover: 'news-cover', settings: 'news-settings' };
