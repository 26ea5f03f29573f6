import { MESSAGE_IMAGES_BYTES_MAX, MESSAGE_IMAGES_MAX } from '@agora/contract/features/media/media.rules';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { cutGraphemes } from '@agora/contract/shared/graphemes';
import type { Locale } from '@agora/contract/shared/locale';
import type { Deps } from '../../../platform/deps.ts';
import { RequestValidationError } from '../../../platform/http/router.ts';
import { fr } from '../../../platform/mail/layout.ts';
import type { User } from '../../accounts/accounts.users.table.ts';
import { storeImage } from '../images/messages.images.service.ts';
import type { Attached, ReadMail } from './messages.inbound-parsing.service.ts';

/** Maximum length of the list of omitted files, in code points. */
const NAMES_MAX = 300;

const LEFT_OUT: Record<Locale, (names: string, count: number) => string> = {
  fr: (names, count) => fr`[${count > 1 ? 'Fichiers non repris' : 'Fichier non repris'} : ${names}]`,
  en: (names, count) => `[${count > 1 ? 'Files left out' : 'File left out'}: ${names}]`,
};

/**
 * Content that a mail adds to a conversation: its text, pictures up to the limit of a message, and the names
 * of all other files. Tries only that many pictures, since each attempt counts towards rate limits. Pictures
 * without a text are described by their names.
 */
export async function contentOf(deps: Deps, user: User, mail: ReadMail) {
  const { text, pictures, files } = mail;
  const images: string[] = [];
  const names: string[] = [];
  const leftOut = files.map(nameOf);
  let room = MESSAGE_IMAGES_BYTES_MAX;
  for (const [index, picture] of pictures.entries()) {
    const fits = index < MESSAGE_IMAGES_MAX && picture.bytes.length <= room;
    const id = fits ? await storePicture(deps, user, picture) : undefined;
    if (id === undefined) leftOut.push(nameOf(picture));
    else {
      room -= picture.bytes.length;
      images.push(id);
      names.push(nameOf(picture));
    }
  }
  const content = text || names.join(', ');
  const whole = wholeOf(mail);
  if (leftOut.length === 0) return { body: cutGraphemes(content, MESSAGE_BODY_MAX), images, whole };
  const note = LEFT_OUT[user.locale](namesOf(leftOut), leftOut.length);
  const body = `${cutGraphemes(content, MESSAGE_BODY_MAX - note.length - 2)}\n\n${note}`.trim();
  return { body, images, whole };
}

/** The full text of a mail whose message omits some of it. */
export const wholeOf = ({ text, whole }: ReadMail): string | null =>
  whole ?? (text.length > MESSAGE_BODY_MAX - NAMES_MAX ? text : null);

const namesOf = (names: readonly string[]) => [...names.join(', ')].slice(0, NAMES_MAX).join('');

const nameOf = ({ name, type }: Attached) => name?.replaceAll(/[\p{C}\s]+/gu, ' ').trim() || type;

/** @returns undefined for other files */
async function storePicture(deps: Deps, user: User, { bytes }: Attached): Promise<string | undefined> {
  try {
    return (await storeImage(deps, { ...user, permissions: [] }, bytes)).id;
  } catch (error) {
    if (error instanceof RequestValidationError) return undefined;
    throw error;
  }
}
