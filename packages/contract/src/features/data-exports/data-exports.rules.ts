/** Days for which the link to an export of somebody's data works. */
export const DATA_EXPORT_DAYS = 7;

/** Hours between two exports that a member asks for. */
export const DATA_EXPORT_PAUSE_HOURS = 24;
