const isMac = /Mac/.test(navigator.userAgent);

/** The keys of shortcuts as this computer's keyboard names them. */
export const MOD = isMac ? '⌘' : 'Ctrl';
export const ALT = isMac ? '⌥' : 'Alt';
