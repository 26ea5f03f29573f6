/** The languages of the product, in the order in which they are tried. */
export const LOCALES = ['fr', 'en'] as const;
