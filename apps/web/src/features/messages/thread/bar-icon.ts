/** Looks of an icon in the bar of a conversation on a phone. */
export const BAR_ICON = {
  variant: 'subtle',
  color: 'gray',
  c: 'var(--ink)',
  size: 44,
  flex: 'none',
} as const;
