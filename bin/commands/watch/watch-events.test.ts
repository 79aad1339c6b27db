import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createCall } from '../../control/control-plane.ts';
import type { WatchedItem } from './reporter.ts';
import { EventWatch } from './watch-events.ts';

type Clock = SandboxSchemas['SandboxClock'];

const START_MS = Date.parse('2026-11-02T15:00:00Z');
const toInstant = (minute: number): string => new Date(START_MS + minute * 60_000).toISOString().replace('.000Z', 'Z');

/** A sandbox with events at whole minutes, two to a page. */
class FakeSandbox {
  minute = 0;
  events: { readonly id: string; readonly minute: number }[] = [];
  since: string[] = [];

  readonly call = createCall(async ({ path }) => {
    const query = new URL(path, 'http://sandbox').searchParams;
    const since = query.get('since') ?? '';
    this.since.push(since);
    const rest = this.events
      .filter(({ minute }) => toInstant(minute) >= since && minute <= this.minute)
      .toSorted((a, b) => a.minute - b.minute || a.id.localeCompare(b.id))
      .slice(Number(query.get('cursor') ?? 0));
    const next = Number(query.get('cursor') ?? 0) + 2;
    return {
      data: rest.slice(0, 2).map(({ id, minute }) => ({
        id,
        timestamp: toInstant(minute),
        type: 'command_failed',
        incident: null,
        data: { command_type: 'reboot', final_state: 'failed', result_code: 'busy', result_detail: null },
        severity: 'low',
        terminal_id: 'NW104310',
      })),
      page: {
        has_more: rest.length > 2,
        next_cursor: rest.length > 2 ? String(next) : null,
        poll_cursor: String(next),
      },
      as_of: toInstant(this.minute),
    };
  });

  get clock(): Clock {
    return { now: toInstant(this.minute), started_at: toInstant(0) } as Clock; // the members that are read
  }
}

function watch(sandbox: FakeSandbox, since?: string) {
  const printed: string[] = [];
  const print = ({ json }: WatchedItem) => printed.push((json as { event: { id: string } }).event.id); // written by createEventItem
  return { printed, watcher: new EventWatch({ call: sandbox.call, query: { since }, print }) };
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('event' as const), id: fc.stringMatching(/^[a-z]{3}$/) }),
    fc.record({ kind: fc.constant('advance' as const), minutes: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('read' as const) }),
    fc.record({ kind: fc.constant('reconnect' as const) }),
  ),
  { maxLength: 30 },
);

test('prints each event since the start once, also one that happens at the instant of an earlier read', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const sandbox = new FakeSandbox();
      sandbox.events.push({ id: 'earlier', minute: 0 }, { id: 'before', minute: -5 });
      const { printed, watcher } = watch(sandbox);
      await watcher.start(sandbox.clock);
      for (const step of given) {
        if (step.kind === 'advance') sandbox.minute += step.minutes;
        else if (step.kind === 'read') await watcher.receiveChanges();
        else if (step.kind === 'reconnect') await watcher.catchUp(sandbox.clock, false);
        else if (!sandbox.events.some(({ id }) => id === step.id))
          sandbox.events.push({ id: step.id, minute: sandbox.minute });
      }
      await watcher.receiveChanges();
      const wanted = sandbox.events.map(({ id }) => id).slice(2);
      expect(printed.toSorted()).toEqual(wanted.toSorted());
    }),
    { numRuns: 200 },
  );
});

test('prints earlier events with since', async () => {
  const sandbox = new FakeSandbox();
  sandbox.events.push(
    { id: 'old', minute: -9 },
    { id: 'a', minute: -3 },
    { id: 'b', minute: -2 },
    { id: 'c', minute: -1 },
  );
  const { printed, watcher } = watch(sandbox, toInstant(-3));
  await watcher.start(sandbox.clock);
  expect(printed).toEqual(['a', 'b', 'c']);
});

test('prints the events since the start of the clock after a reset or restart, also with known ids', async () => {
  const sandbox = new FakeSandbox();
  const { printed, watcher } = watch(sandbox);
  await watcher.start(sandbox.clock);
  for (const change of ['reset', 'restart'] as const) {
    sandbox.minute = 10;
    sandbox.events = [{ id: 'same', minute: 5 }];
    await watcher.receiveChanges();
    expect(printed.splice(0)).toEqual(['same']);
    sandbox.minute = 6;
    if (change === 'reset') await watcher.reset(sandbox.clock);
    else await watcher.catchUp(sandbox.clock, true);
    expect(printed.splice(0)).toEqual(['same']);
    sandbox.events = [];
    sandbox.minute = 0;
    await watcher.reset(sandbox.clock);
  }
});

test('does not repeat earlier events after the reset of one tenant, which keeps the clock', async () => {
  const sandbox = new FakeSandbox();
  sandbox.minute = 5;
  const { printed, watcher } = watch(sandbox);
  await watcher.start(sandbox.clock);
  sandbox.events = [
    { id: 'again', minute: 3 },
    { id: 'now', minute: 5 },
  ];
  await watcher.reset(sandbox.clock);
  expect(printed).toEqual([]);
  sandbox.events.push({ id: 'new', minute: 5 });
  await watcher.receiveChanges();
  expect(printed).toEqual(['new']);
});
