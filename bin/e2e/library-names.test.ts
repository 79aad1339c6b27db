import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockCommand } from '../commands/clock.ts';
import { destinationsCommand } from '../commands/destinations.ts';
import { faultsCommand } from '../commands/faults/command.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false });
});
afterAll(() => sandbox.close());

const listSubcommands = (command: { readonly commands: readonly { name(): string }[] }): readonly string[] =>
  command.commands.map((subcommand) => subcommand.name());

test('names the members of sandbox.destinations like the subcommands of fleetkit destinations', () => {
  const members = Object.keys(sandbox.destinations);
  expect(members).toContain('add');
  expect(listSubcommands(destinationsCommand())).toEqual(expect.arrayContaining(members));
});

test('names the members of sandbox.faults like the subcommands of fleetkit faults', () => {
  const members = Object.keys(sandbox.faults);
  expect(members).toContain('add');
  expect(listSubcommands(faultsCommand())).toEqual(expect.arrayContaining(members));
});

test('names the members of sandbox.clock like the subcommands of fleetkit clock', () => {
  const members = Object.keys(sandbox.clock).filter((name) => name !== 'now');
  expect(members).toContain('advance');
  expect(listSubcommands(clockCommand())).toEqual(expect.arrayContaining(members));
});
