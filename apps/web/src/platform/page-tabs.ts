import { createContext, type ReactNode } from 'react';

/** Links to the pages that share a menu entry, shown in the head of each; nothing if a page is alone. */
export const PageTabsContext = createContext<ReactNode>(null);
