import { createContext, use } from 'react';

/** Tells whether the user may open the page of an address; given by the shell. */
export const PageAccessContext = createContext<(address: string) => boolean>(() => false);

export const useMayOpen = (): ((address: string) => boolean) => use(PageAccessContext);
