declare module 'virtual:contract' {
  type Whole = typeof import('@agora/contract').contract;
  type OfTheTeam<Part> = Part[keyof Part] extends { metadata: { audience: 'team' } } ? true : false;
  /** The contract as its types tell it; at run time without schemas (vite/contract-routes.ts). */
  export const contract: {
    [Part in keyof Whole as OfTheTeam<Whole[Part]> extends true ? Part : never]: Whole[Part];
  };
}
