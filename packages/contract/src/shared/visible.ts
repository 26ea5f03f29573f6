/** True if a text has visible characters: blanks, direction marks, fillers and the like don't count. */
export const hasVisible = (value: string): boolean =>
  /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
