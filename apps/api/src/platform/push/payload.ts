import type { PushContent } from './push.ts';

/** What the app is given beside the texts. */
export const dataOf = ({ notificationId, locale, link }: PushContent): Record<string, string> => ({
  ...(notificationId && { notification_id: notificationId }),
  locale,
  ...(link && { link }),
});

/** What phones show. */
export const shownOf = ({ title, body, image }: PushContent): Record<string, string> => ({
  title,
  body,
  ...(image && { image }),
});

/** Bytes of a push as providers count them, and as it is encrypted for browsers. */
export const payloadBytes = (content: PushContent): number => {
  return Buffer.byteLength(JSON.stringify({ notification: shownOf(content), data: dataOf(content) }));
};
