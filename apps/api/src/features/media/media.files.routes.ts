import { UUID } from '@agora/contract/shared/uuid';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { isMissing } from '../../platform/storage.ts';

const FILE = /^[1-9]\d{0,3}\.(?:webp|jpg)$/;

const TYPES: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg' };

/**
 * Cached forever, as the content of a URL never changes; sandboxed when opened directly; usable by any page.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Serves pictures under the contract's `mediaPath`. */
export async function mediaFiles(app: FastifyInstance, { storage }: Pick<Deps, 'storage'>) {
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (!UUID.test(id) || !FILE.test(file)) throw new AppError('not_found');
    try {
      const bytes = await storage.getBytes(`${id}/${file}`);
      const type = TYPES[file.split('.')[1] ?? ''] ?? '';
      return await reply
        .headers({ ...HEADERS, 'content-disposition': `inline; filename="${file}"` })
        .type(type)
        .send(Buffer.from(bytes));
    } catch (error) {
      throw isMissing(error) ? new AppError('not_found') : error;
    }
  });
}
