/** What every API key begins with, so that scanners of secrets find it. */
export const API_KEY_PREFIX = 'agora_';
