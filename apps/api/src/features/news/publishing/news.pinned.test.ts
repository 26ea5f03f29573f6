import { describe, expect, it } from 'vitest';
import { french, LATER, useArticles } from '../../../../test/articles.ts';

const scene = useArticles();
const { ask, read, act, write } = scene;

describe('pinned articles', () => {
  it('pins at most three articles for any number of concurrent requests', async () => {
    const ids = [];
    for (let index = 0; index < 6; index += 1) ids.push(await write(french(`Titre ${index}`), 'publish'));
    const answers = await Promise.all(ids.map((id) => act(id, 'pin')));
    expect(answers.map(({ body }) => body.code ?? 'pinned').sort()).toEqual([
      'pinned',
      'pinned',
      'pinned',
      'too_many_pinned',
      'too_many_pinned',
      'too_many_pinned',
    ]);
  });

  it('limits only pins of articles that members see or will see', async () => {
    const publish = () => write(french('Publié'), 'publish');
    const pin = async (id: string, json?: object) => (await act(id, 'pin', json)).body.code ?? 'pinned';
    for (let index = 0; index < 4; index += 1) expect(await pin(await write())).toBe('pinned');
    const ended = await write();
    await act(ended, 'publish', { visible_to: '2036-03-10T13:01' });
    expect(await pin(ended)).toBe('pinned');
    scene.time = new Date('2036-03-10T12:01:00Z');
    const scheduled = await write();
    await act(scheduled, 'schedule', LATER);
    expect((await act(scheduled, 'pin')).body.pinned_until).toBe('2036-03-27T08:00:00.000Z');
    expect([await pin(await publish()), await pin(await publish())]).toEqual(['pinned', 'pinned']);
    const fourth = await publish();
    expect(await pin(fourth)).toBe('too_many_pinned');
    expect(await pin(scheduled, { until: '2036-03-20T09:00' })).toBe('pinned');
    expect(await pin(fourth)).toBe('pinned');
  });

  it('publishes at most three pinned articles when several go live concurrently', async () => {
    const drafts = [];
    for (let index = 0; index < 5; index += 1) drafts.push(await write(french('Titre'), 'pin'));
    const answers = await Promise.all(
      drafts.map((id, index) =>
        index % 2 ? act(id, 'publish') : act(id, 'schedule', { visible_from: '2036-03-11T09:00' }),
      ),
    );
    const codes = answers.map(({ body }) => body.code ?? 'shown').sort();
    expect(codes).toEqual(['shown', 'shown', 'shown', 'too_many_pinned', 'too_many_pinned']);
    const filter = { status: 'draft' };
    const { body } = await ask('POST', '/news/bulk', { action: 'publish', filter, expected_count: 2 });
    expect(body).toMatchObject({
      done: 0,
      skipped: [{ code: 'too_many_pinned' }, { code: 'too_many_pinned' }],
    });
    const refused = drafts.find((_, index) => answers[index]?.body.code) as string;
    await act(refused, 'pin', { until: null });
    expect((await act(refused, 'publish')).body.status).toBe('published');
  });

  it('rejects extending an ended pinned article when three others are pinned', async () => {
    const ended = await write(french('Fini'), 'pin');
    await act(ended, 'publish', { visible_to: '2036-03-10T13:01' });
    scene.time = new Date('2036-03-10T12:01:00Z');
    for (let index = 0; index < 3; index += 1)
      expect((await act(await write(french(`Titre ${index}`), 'publish'), 'pin')).status).toBe(200);
    const later = { visible_to: '2036-03-20T09:00' };
    expect((await act(ended, 'publish', later)).body.code).toBe('too_many_pinned');
    expect((await act(ended, 'publish', { ...later, keeps_text: true })).body.code).toBe('invalid_state');
    expect((await read(ended)).status).toBe('draft');
  });

  it.each(['unpublish', 'archive', 'delete'])('unpins an article on %s', async (verb) => {
    const id = await write(french('Un titre'), 'publish', 'pin');
    if (verb === 'delete') {
      await ask('DELETE', `/news/${id}`);
      await act(id, 'restore');
    } else await act(id, verb);
    expect((await read(id)).pinned_until).toBeNull();
    if (verb === 'archive') await act(id, 'unarchive');
    await act(id, 'publish');
    expect((await ask('GET', `/app/news/${id}`)).body.is_pinned).toBe(false);
  });

  it('pins an article for seven days or until a given time and unpins it on request', async () => {
    const id = await write(french('Un titre'), 'publish');
    expect((await act(id, 'pin')).body.pinned_until).toBe('2036-03-17T12:00:00.000Z');
    expect((await act(id, 'pin', { until: '2036-03-11T09:00' })).body.pinned_until).toBe(
      '2036-03-11T08:00:00.000Z',
    );
    const isPinned = async () => (await ask('GET', `/app/news/${id}`)).body.is_pinned;
    expect(await isPinned()).toBe(true);
    scene.time = new Date('2036-03-11T08:00:00Z');
    expect([await isPinned(), (await read(id)).pinned_until]).toEqual([false, null]);
    expect((await act(id, 'pin', { until: null })).body.pinned_until).toBeNull();
    expect((await act(id, 'pin', { until: '2036-03-11T08:59' })).status).toBe(422);
  });
});
