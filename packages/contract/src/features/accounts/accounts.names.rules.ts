/** The part of a person that others see. */
export interface Person {
  full_name: string | null;
  email: string;
}

/** Both, where the name alone could be anybody's: `Ada Lovelace (ada@example.com)`. */
export const nameAndAddressOf = ({ full_name, email }: Person): string =>
  full_name ? `${full_name} (${email})` : email;

/** The name of a person; the address of one who gave none. */
export function nameOf(person: Person): string;
export function nameOf(person: Person | null | undefined): string | undefined;
export function nameOf(person: Person | null | undefined): string | undefined {
  return person?.full_name || person?.email;
}
