/** The key of shortcuts as this computer's keyboard names it. */
export const MOD = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
