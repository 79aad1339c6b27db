import { describe, expect, it } from 'vitest';
import { HeldCounts } from './held-counts.ts';

describe('counts of what is held', () => {
  it('gives one user half of the world, and the other users the rest', () => {
    const world = new HeldCounts('event_streams', 100).forWorld(4);
    expect([world.take('one'), world.take('one')]).toEqual([undefined, undefined]);
    expect(world.take('one')).toEqual({ quota: 'event_streams', level: 'user', limit: 2 });
    expect([world.take('two'), world.take('three')]).toEqual([undefined, undefined]);
    expect(world.take('four')).toEqual({ quota: 'event_streams', level: 'world', limit: 4 });
    world.release('one');
    expect(world.take('four')).toBeUndefined();
    expect(world.count).toBe(4);
  });

  it('limits all worlds of a server together, and counts nothing that it refuses', () => {
    const server = new HeldCounts('requests_in_flight', 3);
    const [one, other] = [server.forWorld(2), server.forWorld()];
    for (const user of ['a', 'b']) expect(one.take(user)).toBeUndefined();
    expect(other.take('a')).toBeUndefined();
    for (let n = 0; n < 3; n += 1)
      expect(other.take('b')).toEqual({ quota: 'requests_in_flight', level: 'server', limit: 3 });
    expect([server.count, server.refusals, one.count, other.count]).toEqual([3, 3, 2, 1]);
    one.release('a');
    expect(other.take('b')).toBeUndefined();
    for (const [world, user] of [
      [one, 'b'],
      [other, 'a'],
      [other, 'b'],
    ] as const)
      world.release(user);
    expect([server.count, one.count, other.count]).toEqual([0, 0, 0]);
  });

  it('refuses everything at a limit of 0', () => {
    expect(new HeldCounts('delayed_requests', 0).forWorld().take('a')).toMatchObject({ limit: 0 });
  });
});
