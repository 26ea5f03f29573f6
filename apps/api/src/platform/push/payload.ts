import { createHash } from 'node:crypto';
import type { PushContent } from './push.ts';

/** Data for the app in addition to the texts. */
export const dataOf = ({ notificationId, locale, link }: PushContent): Record<string, string> => ({
  ...(notificationId && { notification_id: notificationId }),
  locale,
  ...(link && { link }),
});

/** Fields displayed by phones. */
export const shownOf = ({ title, body, image }: PushContent): Record<string, string> => ({
  title,
  body,
  ...(image && { image }),
});

/** Size of a push in bytes as providers count it, and as it is encrypted for browsers. */
export const payloadBytes = (content: PushContent): number => {
  return Buffer.byteLength(JSON.stringify({ notification: shownOf(content), data: dataOf(content) }));
};

/** Topic by which browsers' push services replace: at most 32 characters of base64url (RFC 8030, 5.4). */
export const topicOf = (collapseId: string): string =>
  createHash('sha256').update(collapseId).digest('base64url').slice(0, 32);
