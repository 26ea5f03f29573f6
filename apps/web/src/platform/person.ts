export interface Person {
  full_name: string | null;
  email: string;
}

/** What a person is called. */
export function nameOf(person: Person): string;
export function nameOf(person: Person | null | undefined): string | undefined;
export function nameOf(person: Person | null | undefined): string | undefined {
  return person?.full_name ?? person?.email;
}
