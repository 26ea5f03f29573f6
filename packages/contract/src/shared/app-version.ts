/** One to four numbers, compared one by one: `2.4.1`. */
export const APP_VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;
