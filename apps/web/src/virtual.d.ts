declare module 'virtual:contract' {
  /** The contract as its types tell it; at run time without schemas (vite/contract-routes.ts). */
  export const contract: Omit<Whole, Extract<keyof Whole, `app${string}`>>;
  type Whole = typeof import('@agora/contract').contract;
}
declare module 'virtual:mantine-variables.css';
