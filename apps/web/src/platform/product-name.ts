/** The name that the settings of the service give the product. */
export const PRODUCT_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Agora';
