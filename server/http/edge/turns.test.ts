import { describe, expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Turns on a clock that only `work` moves. Waiting requests run when `runAll` is called. */
function createTurns() {
  let nowMs = 0;
  const scheduled: (() => void)[] = [];
  const log: string[] = [];
  const turns = new Turns({ now: () => nowMs, yieldTo: (next) => void scheduled.push(next) });
  return {
    log,
    pass: (ms: number) => {
      nowMs += ms;
    },
    send: (owner: string, ms: number) =>
      turns.take(owner, () => {
        log.push(owner);
        nowMs += ms;
      }),
    runOnce: () => scheduled.shift()?.(),
    runAll: () => {
      for (let next = scheduled.shift(); next !== undefined; next = scheduled.shift()) next();
    },
  };
}

describe('turns', () => {
  test('let an owner that took little time start at once', () => {
    const { send, log } = createTurns();
    for (let n = 0; n < 5; n += 1) send('a', 2);
    expect(log).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  test('let an owner wait that took much time, and no other', () => {
    const { send, log, runAll } = createTurns();
    send('a', 20);
    send('a', 20);
    send('b', 1);
    expect(log).toEqual(['a', 'b']);
    runAll();
    expect(log).toEqual(['a', 'b', 'a']);
  });

  test('let the owner go first that took least', () => {
    const { send, log, runAll } = createTurns();
    send('a', 100);
    send('b', 20);
    for (const owner of ['a', 'a', 'b', 'b']) send(owner, 5);
    log.length = 0;
    runAll();
    expect(log).toEqual(['b', 'b', 'a', 'a']);
  });

  test('let owners that take the same go in turn', () => {
    const { send, log, runAll } = createTurns();
    for (const owner of ['a', 'b', 'c']) send(owner, 30);
    for (const owner of ['a', 'a', 'b', 'b', 'c', 'c']) send(owner, 20);
    log.length = 0;
    runAll();
    expect(log).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('run at least one waiting request, and others for 3 ms, before the event loop handles what arrived', () => {
    const { send, log, runOnce } = createTurns();
    send('a', 20);
    for (let n = 0; n < 6; n += 1) send('a', 1);
    send('b', 20);
    send('b', 50);
    log.length = 0;
    runOnce();
    expect(log).toEqual(['a', 'a', 'a']);
  });

  test('let an owner start at once again after it was idle', () => {
    const { send, log, pass } = createTurns();
    send('a', 5000);
    pass(4000);
    send('a', 1);
    expect(log).toEqual(['a', 'a']);
  });

  test('run what waits although a request throws', () => {
    const scheduled: (() => void)[] = [];
    const log: string[] = [];
    let nowMs = 0;
    const turns = new Turns({ now: () => nowMs, yieldTo: (next) => void scheduled.push(next) });
    turns.take('a', () => {
      nowMs += 20;
    });
    turns.take('a', () => {
      throw new Error('a defect');
    });
    turns.take('a', () => void log.push('next'));
    expect(() => scheduled.shift()?.()).toThrow('a defect');
    scheduled.shift()?.();
    expect(log).toEqual(['next']);
  });

  test('keep the requests of very many owners', () => {
    const { send, log, runAll, pass } = createTurns();
    for (let n = 0; n < 3000; n += 1) send(`owner ${n}`, 0);
    send('a', 20);
    send('a', 1);
    for (let n = 0; n < 3000; n += 1) send(`other ${n}`, 0);
    pass(10_000);
    runAll();
    expect(log.filter((owner) => owner === 'a')).toHaveLength(2);
    expect(log).toHaveLength(6002);
  });
});
