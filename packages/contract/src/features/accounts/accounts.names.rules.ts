/** What others see of a person. */
interface Person {
  full_name: string | null;
  email: string;
}

/** Both, where the name alone could be anybody's: `Ada Lovelace (ada@example.com)`. */
export const nameAndAddressOf = ({ full_name, email }: Person): string =>
  full_name ? `${full_name} (${email})` : email;

/** The name of a person; the address of one who gave none. */
export const nameOf = ({ full_name, email }: Person): string => full_name || email;
