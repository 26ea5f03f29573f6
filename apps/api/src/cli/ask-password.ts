import { text } from 'node:stream/consumers';
import password from '@inquirer/password';

/** Asks for a password without showing it; where nobody is at a terminal, reads standard input's first line. */
export async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) return password({ message: 'Password', mask: true });
  const [line = ''] = (await text(process.stdin)).split('\n');
  return line.replace(/\r$/, '');
}
