import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Probe } from '../db/client.ts';
import { healthRoutes } from './health.ts';

describe('GET /health/ready', () => {
  it('checks the database at most once per second for any number of requests', async () => {
    let isUnreachable = false;
    const ask = vi.fn<() => Promise<number>>(async () => {
      if (isUnreachable) throw new Error('away');
      return 0;
    });
    const app = Fastify();
    await app.register(healthRoutes, { probe: ask as unknown as Probe, isQueueRunning: () => true });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    onTestFinished(() => clock.mockRestore());
    const statuses = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => app.inject('/health/ready')));
      return [...new Set(answers.map(({ statusCode }) => statusCode))];
    };
    expect(await statuses(400)).toEqual([200]);
    isUnreachable = true;
    clock.mockReturnValue(5_999);
    expect([await statuses(400), ask.mock.calls.length]).toEqual([[200], 1]);
    clock.mockReturnValue(6_000);
    expect([await statuses(400), ask.mock.calls.length]).toEqual([[503], 2]);
  });
});
