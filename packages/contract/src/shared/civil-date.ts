/** True for a date that exists, `YYYY-MM-DD`, of a year that PostgreSQL and JavaScript agree on. */
export const isCivilDate = (value: string): boolean =>
  // JavaScript rolls a nonexistent day over into the next month.
  /^[12]\d{3}-\d{2}-\d{2}$/.test(value) && new Date(value).getUTCDate() === Number(value.slice(8));

/** True for a local time, to the minute, on a date that exists, `YYYY-MM-DDTHH:MM`. */
export const isLocalTime = (value: string): boolean =>
  value[10] === 'T' && isCivilDate(value.slice(0, 10)) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value.slice(11));
