import { completeLocales } from '@agora/contract/features/broadcasts/broadcasts.text.rules';
import type { PushTest } from '@agora/contract/features/devices/devices.contract';
import { AppError } from '../../../platform/errors.ts';
import type { PushProviders } from '../../../platform/push/push.ts';
import { devicesForTest, sendTests } from '../../devices/devices.service.ts';
import { type Content, contentIn, pushNameIn } from './broadcasts.content.service.ts';
import type { Work } from './broadcasts.service.ts';

const TEST_MARK = '[TEST] ';

/** Sends it to a few devices in each of its languages, with the sender's name, without changing its state. */
export async function testBroadcast(
  work: Work & { push: PushProviders; full_name: string | null },
  broadcast: Content,
  deviceIds: readonly string[] | undefined,
): Promise<PushTest> {
  const locales = completeLocales(broadcast.translations);
  if (locales.length === 0) throw new AppError('broadcast_incomplete');
  const devices = await devicesForTest(work, work.by, deviceIds);
  if (devices.length === 0) throw new AppError('no_test_device');
  const tests = devices.flatMap((device) =>
    locales.map((locale) => {
      const content = contentIn(broadcast, { locale, name: pushNameIn(work.full_name) }, work.frontendHost);
      const collapseId = `${broadcast.id}-${locale}`;
      const title = TEST_MARK + content.title;
      return { device, content: { ...content, title, notificationId: null, collapseId } };
    }),
  );
  return sendTests(work, tests);
}
