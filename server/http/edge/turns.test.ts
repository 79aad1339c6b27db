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
  test('start requests of an owner that used little time on arrival', () => {
    const { send, log } = createTurns();
    for (let n = 0; n < 5; n += 1) send('a', 2);
    expect(log).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  test('delay only the owner that used much time', () => {
    const { send, log, runAll } = createTurns();
    send('a', 20);
    send('a', 20);
    send('b', 1);
    expect(log).toEqual(['a', 'b']);
    runAll();
    expect(log).toEqual(['a', 'b', 'a']);
  });

  test('run the owner first that used the least time', () => {
    const { send, log, runAll } = createTurns();
    send('a', 100);
    send('b', 20);
    for (const owner of ['a', 'a', 'b', 'b']) send(owner, 5);
    log.length = 0;
    runAll();
    expect(log).toEqual(['b', 'b', 'a', 'a']);
  });

  test('alternate between owners that use the same time', () => {
    const { send, log, runAll } = createTurns();
    for (const owner of ['a', 'b', 'c']) send(owner, 30);
    for (const owner of ['a', 'a', 'b', 'b', 'c', 'c']) send(owner, 20);
    log.length = 0;
    runAll();
    expect(log).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('run waiting requests for 3 ms, then yield to the event loop', () => {
    const { send, log, runOnce } = createTurns();
    send('a', 20);
    for (let n = 0; n < 6; n += 1) send('a', 1);
    send('b', 20);
    send('b', 50);
    log.length = 0;
    runOnce();
    expect(log).toEqual(['a', 'a', 'a']);
  });

  test('start requests of an owner on arrival again after it was idle', () => {
    const { send, log, pass } = createTurns();
    send('a', 5000);
    pass(4000);
    send('a', 1);
    expect(log).toEqual(['a', 'a']);
  });

  test('run the next request after one throws', () => {
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
