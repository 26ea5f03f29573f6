import sharp from 'sharp';
import { expect, it } from 'vitest';
import { useService } from '../../../test/harness.ts';
import { fileForm } from '../../../test/requests.ts';

const service = useService();

it('stores even a noisy picture in files of at most 1 MB', async () => {
  const { token } = await service().superuser();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const background = 'white';
  const bytes = await sharp({ create: { width: 1080, height: 2160, channels: 3, background, noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const { body } = await service().call('POST', '/media/', { token, ...fileForm(bytes) });
  for (const { webp, jpeg } of body.sources)
    for (const path of [webp, jpeg])
      expect((await service().app.inject(path)).rawPayload.length).toBeLessThanOrEqual(1_000_000);
});
