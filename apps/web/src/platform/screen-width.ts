import { useMediaQuery } from '@mantine/hooks';

const PHONE = '(max-width: 47.99em)';

/** Without room for two panes beside each other. */
export const NARROW = '(max-width: 61.99em)';

const useMatch = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false });

export const useIsPhone = () => useMatch(PHONE);

export const useIsNarrow = () => useMatch(NARROW);
