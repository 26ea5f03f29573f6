declare module 'virtual:contract' {
  type Whole = typeof import('@agora/contract').contract;
  type IsCalled<Part> = Part[keyof Part] extends { metadata: { audience: 'team' | 'app' } } ? true : false;
  /** The contract as its types tell it; at run time without schemas (vite/contract-routes.ts). */
  export const contract: {
    [Part in keyof Whole as IsCalled<Whole[Part]> extends true ? Part : never]: Whole[Part];
  };
}
