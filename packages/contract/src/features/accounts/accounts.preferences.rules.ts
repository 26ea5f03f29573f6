/** The chosen columns of a table: their names in order, separated by commas. */
export const COLUMN_CHOICE = /^[a-z_]+(,[a-z_]+)*$/;

/** The choice of no column but the first. */
export const NO_COLUMNS = 'none';
