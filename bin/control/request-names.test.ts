import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import type { SandboxOperationId } from '../../spec/sandbox-contract.ts';
import { sandboxContract } from '../../spec/sandbox-document.ts';
import { createProgram } from '../command-line.ts';
import { findRequestNames } from '../commands/shared/client.ts';
import { findTypedName } from './request-names.ts';

/* Error messages name the option that the user typed. Each client command maps its options to parts of its requests. */

const GENERAL = ['--url', '--token', '--key', '--ca', '--json'];

const listCommands = (command: Command, path: string): readonly (readonly [string, Command])[] => [
  ...(findRequestNames(command) === undefined ? [] : [[path, command] as const]),
  ...command.commands.flatMap((below) => listCommands(below, `${path} ${below.name()}`.trim())),
];
const commands = listCommands(await createProgram(), '');

const listNames = (path: string) =>
  findRequestNames(commands.find(([name]) => name === path)?.[1] as Command)?.names ?? {}; // the path is of a client command

test('every client command is in the command table', () => {
  expect(commands.length).toBeGreaterThan(20);
});

describe.each(commands)('%s', (_, command) => {
  const { operations, names, local = [] } = findRequestNames(command) ?? { operations: [], names: {} };
  const named = Object.values<string>(Object.fromEntries(Object.entries(names))).flatMap((one) => one.split(' or '));

  test('lists exactly the options of the command', () => {
    const options = command.options.flatMap(({ long }) => long ?? []).filter((long) => !GENERAL.includes(long));
    const known = [...named.filter((one) => one.startsWith('--')), ...local];
    expect([...new Set(known)].toSorted()).toEqual(options.toSorted());
  });

  test('uses the names of the arguments', () => {
    const given = command.registeredArguments.map((argument) => argument.name().toUpperCase());
    for (const one of named.filter((name) => !name.startsWith('--'))) expect(given).toContain(one);
  });

  test('refers to members and parameters that the contract defines', () => {
    const places = operations.flatMap(listPlaces);
    expect(Object.keys(names).filter((place) => !places.includes(place))).toEqual([]);
  });
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Pointers into the body of an operation, with `*` for items, and names of its query parameters. */
function listPlaces(operationId: SandboxOperationId): readonly string[] {
  const operation = Object.values(sandboxContract.paths)
    .flatMap((item) => Object.values(item))
    .find((one) => one.operationId === operationId) as unknown as {
    readonly parameters?: readonly { readonly $ref: string }[];
    readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  }; // as the bundled contract has operations
  const parameters = (operation.parameters ?? []).map(
    ({ $ref }) => (resolveReference($ref) as { readonly name: string }).name,
  );
  const schema = operation.requestBody?.content['application/json'].schema;
  return [...parameters, ...(schema === undefined ? [] : listPointers(schema, ''))];
}

function listPointers(given: Schema, at: string): readonly string[] {
  const schema = given.$ref === undefined ? given : { ...(resolveReference(given.$ref) as Schema), ...given };
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      `${at}/${name}`,
      ...listPointers(member, `${at}/${name}`),
    ]),
    ...(schema.items === undefined ? [] : listPointers(schema.items, `${at}/*`)),
  ];
}

const resolveReference = ($ref: string): unknown =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], sandboxContract);

test.each([
  ['/terminal_id', '--terminal'],
  ['/parameters/minutes', '--set minutes'],
  ['/unknown', '/unknown'],
  ['', ''],
])('maps %j to %j for trigger', (place, typed) => {
  expect(findTypedName(listNames('trigger'), place)).toBe(typed);
});

test.each([
  ['/headers/Webhook-Id', '--header Webhook-Id'],
  ['/headers/x~1y', '--header x/y'],
  ['/subscriptions/12/terminal_id', '--terminal'],
  ['/subscriptions/0/types/3', '--types'],
  ['/url', 'URL'],
])('maps %j to %j for destinations add', (place, typed) => {
  expect(findTypedName(listNames('destinations add'), place)).toBe(typed);
});
