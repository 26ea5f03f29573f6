/** What others see of a person. */
interface Person {
  full_name: string | null;
  email: string;
}

/** The name of a person; the address of one who gave none. */
export const nameOf = ({ full_name, email }: Person): string => full_name || email;
