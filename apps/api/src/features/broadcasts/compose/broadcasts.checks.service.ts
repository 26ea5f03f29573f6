import { type BroadcastCreate, PUSH_BYTES_MAX } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import type { Db } from '../../../platform/db/client.ts';
import { fieldProblem } from '../../../platform/http/router.ts';
import { payloadBytes } from '../../../platform/push/payload.ts';
import { lockMedia } from '../../media/media.service.ts';
import { findTargets, type Targets } from '../broadcasts.queries.ts';
import { type Content, contentIn, LONGEST_NAME } from './broadcasts.content.service.ts';
import type { Work } from './broadcasts.service.ts';

/** Maximum width of a push image, in pixels: no phone shows more. */
const IMAGE_WIDTH = 1080;

/** Normalises an app path (RFC 3986, 6.2.2), so that equal targets compare equal. */
function normalPath(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://app.invalid');
  const plain = pathname.replace(/%[\da-f]{2}/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w\-.~]/.test(letter) ? letter : code;
  });
  return plain.replaceAll(/\/{2,}/g, '/') + search + hash;
}

/** The link as stored. @throws a 422 for a link outside the app */
export function linkOf({ config, frontendHost }: Work, link: string | null): string | null {
  if (link === null) return null;
  if (/^\/(?!\/)[\w\-./~%?=&#]*$/.test(link)) return normalPath(link);
  const url = URL.parse(link);
  const hosts = [new URL(frontendHost).hostname, ...config.PUSH_LINK_HOSTS];
  if (url?.protocol === 'https:' && !url.username && !url.password && hosts.includes(url.hostname))
    return link;
  throw fieldProblem('link', {
    type: 'link_not_allowed',
    message: 'Value error, a push leads to a path of the app, or to an https address of a known host',
    ctx: { hosts },
  });
}

/** @throws a 422 for a payload that providers would refuse for a device, with the longest name or the fallback */
export function requireSize({ frontendHost }: Work, content: Content): void {
  for (const locale of LOCALES) {
    const sizes = [LONGEST_NAME, ''].map((name) =>
      payloadBytes(contentIn(content, { locale, name }, frontendHost)),
    );
    const bytes = content.translations[locale] ? Math.max(...sizes) : 0;
    if (bytes > PUSH_BYTES_MAX)
      throw fieldProblem('translations', {
        type: 'push_too_large',
        message: `Value error, texts and link take ${bytes} bytes in '${locale}', and may take ${PUSH_BYTES_MAX}`,
        ctx: { locale, bytes, max_bytes: PUSH_BYTES_MAX },
      });
  }
}

export function requireSource({ source, source_id }: Pick<BroadcastCreate, 'source' | 'source_id'>): void {
  if ((source === 'manual') === (source_id === null)) return;
  throw fieldProblem('source_id', {
    type: 'source_mismatch',
    message: 'Value error, what is not written by itself names its source, and nothing else does',
  });
}

/** @throws a 422 if the source or the linked article does not exist */
export async function requireTargets(db: Db, { source, source_id, link }: Targets): Promise<void> {
  const { has_source, has_linked } = await findTargets(db, { source, source_id, link });
  if (!has_source)
    throw fieldProblem('source_id', {
      type: 'source_unknown',
      message: 'Value error, there is no such source',
    });
  if (!has_linked)
    throw fieldProblem('link', { type: 'link_unknown', message: 'Value error, this leads to nothing' });
}

/** URL path of the picture in pushes. @throws a 422 if it does not exist */
export async function imageOf(tx: Db, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [picture] = await lockMedia(tx, [id]);
  if (!picture)
    throw fieldProblem('image_id', {
      type: 'media_missing',
      message: 'Value error, there is no such picture',
      ctx: { media_id: id },
    });
  const width = mediaWidths(picture.width).findLast((each) => each <= IMAGE_WIDTH) ?? picture.width;
  return mediaPath(id, width, 'jpg');
}
