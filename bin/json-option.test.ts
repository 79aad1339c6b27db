import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './command-line.ts';

/** Commands without `--json`, each with the reason. All others print data. */
const WITHOUT_JSON: Readonly<Record<string, string>> = {
  'fleet init': 'writes an example with comments',
  'fleet schema': 'prints only JSON',
  'client init': 'writes a program',
  certify: 'writes a certificate, which is JSON',
  'certify badge': 'writes a picture',
  mcp: 'answers in the protocol of its clients',
  completion: 'prints a script',
  complete: 'prints the lines that this script reads',
};

/** Lists the commands that do something, each with its name and its options and those of the commands around it. */
const listActions = (command: Command, around: readonly string[], known: readonly string[]): [string, string[]][] => {
  const names = [...around, command.name()];
  const options = [...known, ...command.options.flatMap(({ long }) => long ?? [])];
  return [
    ...(hasAction(command) ? [[names.slice(1).join(' '), options] as [string, string[]]] : []),
    ...command.commands.flatMap((below) => listActions(below, names, options)),
  ];
};

/** Commander has no other way to find out. */
const hasAction = (command: Command): boolean =>
  (command as Command & { readonly _actionHandler: unknown })._actionHandler !== null; // set by action()

test('every command that prints data has --json', async () => {
  const actions = listActions(await createProgram(), [], []);
  expect(actions.length).toBeGreaterThan(60);
  const without = actions.filter(([, options]) => !options.includes('--json')).map(([name]) => name);
  expect(without.sort()).toEqual(Object.keys(WITHOUT_JSON).sort());
});
