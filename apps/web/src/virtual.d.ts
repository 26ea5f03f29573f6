declare module 'virtual:contract' {
  type Whole = typeof import('@agora/contract').contract;
  type OfTheApp<Part> = Part[keyof Part] extends { metadata: { audience: 'app' } } ? true : false;
  /** The contract as its types tell it; at run time without schemas (vite/contract-routes.ts). */
  export const contract: {
    [Part in keyof Whole as OfTheApp<Whole[Part]> extends true ? never : Part]: Whole[Part];
  };
}
declare module 'virtual:mantine-styles';
declare module 'virtual:mantine-variables.css';
