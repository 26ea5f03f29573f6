/** Languages of the product, in fallback order. */
export const LOCALES = ['fr', 'en'] as const;
