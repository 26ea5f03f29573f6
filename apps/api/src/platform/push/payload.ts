import type { PushContent } from './push.ts';

/** What the app is given beside the texts. */
export const dataOf = ({ notificationId, locale, link }: PushContent): Record<string, string> => ({
  ...(notificationId && { notification_id: notificationId }),
  locale,
  ...(link && { link }),
});

/** Bytes of a push as providers count them: FCM, APNs and browsers all take 4096. */
export const payloadBytes = (content: PushContent): number => {
  const { title, body } = content;
  return Buffer.byteLength(JSON.stringify({ notification: { title, body }, data: dataOf(content) }));
};
