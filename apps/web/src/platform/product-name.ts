/** Product name, from the settings of the service. */
export const PRODUCT_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Agora';
