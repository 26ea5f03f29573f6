/** Ids of the parts of the editor that the checklist leads to. */
export const PLACES = { fr: 'news-fr', en: 'news-en', cover: 'news-cover', settings: 'news-settings' };
