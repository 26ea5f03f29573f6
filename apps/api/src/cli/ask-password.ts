import { text } from 'node:stream/consumers';
import password from '@inquirer/password';

/** Prompts for a password without echo; without a terminal, reads the first line of standard input. */
export async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) return password({ message: 'Password', mask: true });
  const [line = ''] = (await text(process.stdin)).split('\n');
  return line.replace(/\r$/, '');
}
