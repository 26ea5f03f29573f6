/** Maximum length of the title of an item, and of its description, in code points. */
export const ITEM_TEXT_MAX = 255;
