/** Name and address by which users see each other. */
export interface Person {
  full_name: string | null;
  email: string;
}

/** Name and address, to tell namesakes apart: `Ada Lovelace (ada@example.com)`. */
export const nameAndAddressOf = ({ full_name, email }: Person): string =>
  full_name ? `${full_name} (${email})` : email;

/** The name of a person or, without one, their address. */
export function nameOf(person: Person): string;
export function nameOf(person: Person | null | undefined): string | undefined;
export function nameOf(person: Person | null | undefined): string | undefined {
  return person?.full_name || person?.email;
}
