import type { KeyExpectation } from '../relations/key-expectations.ts';
import { type Config, ConfigFault } from './config.ts';
import { parseInteger, parseMembers, parseWord, rejectUnknownMembers } from './values.ts';

const EXAMPLE = 'east: EAST_KEY';

/** Parses the keys: each is the name of its environment variable, or a mapping with that name and expectations. */
export function parseKeys(value: unknown): Pick<Config, 'keys' | 'expectations'> {
  if (value === undefined || value === null) return { keys: new Map(), expectations: new Map() };
  const given = Object.entries(parseMembers(value, ['keys'], EXAMPLE));
  const names = given.map(([name]) => name);
  const parsed = given.map(([name, key]) => [name, parseKey(name, key, names)] as const);
  const expectations = new Map(
    parsed.flatMap(([name, { expectation }]) =>
      Object.keys(expectation).length === 0 ? [] : [[name, expectation] as const],
    ),
  );
  for (const name of expectations.keys()) rejectContradictions(name, expectations);
  return { keys: new Map(parsed.map(([name, { variable }]) => [name, variable])), expectations };
}

interface ParsedKey {
  readonly variable: string;
  readonly expectation: KeyExpectation;
}

function parseKey(name: string, value: unknown, names: readonly string[]): ParsedKey {
  const path = ['keys', name];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { variable: parseVariable(value, path), expectation: {} };
  const given = { ...value } as Readonly<Record<string, unknown>>; // an object, as just checked
  rejectUnknownMembers(given, ['variable', 'sees', 'narrower_than', 'administrator', 'may_only_read'], path);
  return {
    variable: parseVariable(given.variable, [...path, 'variable']),
    expectation: {
      ...(given.sees === undefined ? {} : { terminals: parseSees(given.sees, [...path, 'sees']) }),
      ...(given.narrower_than === undefined
        ? {}
        : { narrowerThan: parseWord(names, given.narrower_than, [...path, 'narrower_than']) }),
      ...(parseStatement(given.administrator, [...path, 'administrator']) ? { isAdministrator: true } : {}),
      ...(parseStatement(given.may_only_read, [...path, 'may_only_read']) ? { mayOnlyRead: true } : {}),
    },
  };
}

function parseVariable(value: unknown, path: readonly string[]): string {
  if (typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value)) return value;
  // the value may be the key itself, so the message does not repeat it
  throw new ConfigFault(
    'must be the name of an environment variable that contains the key, such as EAST_KEY; never the key itself',
    path,
  );
}

function parseStatement(value: unknown, path: readonly string[]): boolean {
  if (value === undefined || value === false || value === true) return value === true;
  throw new ConfigFault('must be true or false', path);
}

function parseSees(value: unknown, path: readonly string[]): number {
  const given = parseMembers(value, path, '{ terminals: 8 }');
  rejectUnknownMembers(given, ['terminals'], path);
  return parseInteger(given.terminals, [...path, 'terminals']);
}

/** Rejects a circular relation, and a number of terminals that is not below that of every wider key. */
function rejectContradictions(name: string, expectations: Config['expectations']): void {
  const path = ['keys', name, 'narrower_than'];
  const own = expectations.get(name)?.terminals;
  const passed = [name];
  for (let wider = expectations.get(name)?.narrowerThan; wider !== undefined; ) {
    if (passed.includes(wider)) {
      const circle = [...passed, wider].join(' is narrower than ');
      throw new ConfigFault(`is circular: ${circle}; remove one of these relations`, path);
    }
    const its = expectations.get(wider)?.terminals;
    if (own !== undefined && its !== undefined && own >= its)
      throw new ConfigFault(
        `contradicts the numbers: ${name} sees ${own} terminals, which is not less than the ${its} of ${wider}`,
        path,
      );
    passed.push(wider);
    wider = expectations.get(wider)?.narrowerThan;
  }
}
