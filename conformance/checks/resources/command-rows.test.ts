import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { judgeCommandRows } from './command-rows.ts';
import { commandsAreOfTheTerminal } from './single-items.ts';

const [ONE, OTHER] = ['terminal-0001', 'terminal-0002'];

/** The columns of two commands of a terminal. */
const createColumns = (terminal: string) => ({
  ref: [`${terminal}-c1`, `${terminal}-c2`],
  unit: [terminal, terminal],
  verb: ['sync', 'load'],
  queued: ['2026-03-09T20:56:57Z', '2026-03-10T20:56:57Z'],
});

const judge = (bodies: Readonly<Record<string, unknown>>) => {
  const get = async (_: unknown, { terminal_id }: Parameters = {}) => {
    const json = { orders: bodies[String(terminal_id)] };
    return { status: 200, headers: [], json, isReadable: true, parameters: { terminal_id } } as unknown as Exchange; // the parts that are read
  };
  const reader = { name: 'a key', get, sees: { mentioned: new Set([ONE, OTHER]) } } as unknown as Principal; // the parts that are read
  return judgeCommandRows(reader, [ONE, OTHER]);
};

test('commands in one array per column are of their terminal', async () => {
  expect((await judge({ [ONE]: createColumns(ONE), [OTHER]: createColumns(OTHER) })).kind).toBe('pass');
});

test('the commands of another terminal are found', async () => {
  expect((await judge({ [ONE]: createColumns(ONE), [OTHER]: createColumns(ONE) })).kind).toBe('fail');
});

test('the rule does not apply if the lists of commands are empty', async () => {
  expect((await judge({ [ONE]: [], [OTHER]: [] })).kind).toBe('not-applicable');
});

test('one command to several terminals is in the list of each, and the list of another terminal is found', async () => {
  const bindings = createBindings({ 'commands.rows': stated('/*'), 'commands.id': stated('/id') }, 'config');
  const toRow = (id: string) => ({ id, verb: 'sync', state: 'completed', at: '2026-03-09T20:56:57Z' });
  const judgeLists = async (lists: Readonly<Record<string, readonly string[]>>) => {
    const get = async (_: unknown, parameters: Parameters = {}) => {
      const json = lists[String(parameters.terminal_id)]?.map(toRow);
      return { status: 200, headers: [], json, isReadable: true, parameters };
    };
    const sees = {
      reads: new Map([['listTerminalCommands', { terminal_id: ONE }]]),
      groups: new Map(),
      terminals: new Set([ONE, OTHER]),
      mentioned: new Set([ONE, OTHER]),
    };
    const sampling = { select: (_: string, items: readonly unknown[]) => items };
    const context = { reader: { name: 'a key', get, sees }, bindings, sampling };
    return (await commandsAreOfTheTerminal.run(context as never)).kind; // what the check needs
  };
  const own = ['cmd-7f3a9c01', 'cmd-7f3a9c02'];
  expect(await judgeLists({ [ONE]: [...own, 'cmd-all-4410'], [OTHER]: ['cmd-7f3a9c05', 'cmd-all-4410'] })).toBe('pass');
  expect(await judgeLists({ [ONE]: own, [OTHER]: own })).toBe('fail');
});
