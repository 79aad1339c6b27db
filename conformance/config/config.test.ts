import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Binding, createBindings, type Entries } from '../slots/bindings.ts';
import { builtinBindings } from '../slots/builtin-bindings.ts';
import { SLOTS, type Slot } from '../slots/slots.ts';
import { listChecksBySlot } from './checks-by-slot.ts';
import { loadConfig } from './load.ts';
import { writeConfig } from './write.ts';

const loadValid = (text: string) => {
  const result = loadConfig(text, 'fleet.yaml');
  if ('problem' in result) throw new Error(result.problem);
  return result.config;
};
const loadProblem = (text: string): string => {
  const result = loadConfig(text, 'fleet.yaml');
  return 'problem' in result ? result.problem : 'none';
};

const createConfigEntry = (
  value: unknown,
  confidence: Binding['confidence'],
  assumedRules: Binding['evidence'][number]['assumedRules'] = [],
): Binding => ({
  value,
  confidence,
  evidence: [{ source: assumedRules.length > 0 ? 'experiment' : 'names', observation: 'it was seen', assumedRules }],
});

const inferred = createBindings(
  {
    'transactions.rows': createConfigEntry('/*', 'certain'),
    'transactions.response': createConfigEntry('/answer', 'guess'),
    'transactions.amount_completed': createConfigEntry('/x', 'likely', ['transactions.sort.amt_comp']),
    'transactions.next_page': createConfigEntry({ style: 'page', parameter: 'page', first: 0 }, 'certain'),
    'disputes.assignment': createConfigEntry(['/desk', '/agent'], 'likely'),
    'catalog.endpoint_path': createConfigEntry('', 'certain'),
    'catalog.family': createConfigEntry('#', 'certain'),
  } as Entries, // each value has the type of its slot
  'inferred',
);

const written = writeConfig({
  target: 'https://portal.example',
  keys: ['east', 'far-west'],
  bindings: inferred,
  checksBySlot: listChecksBySlot(),
});

test('reads a written config back', () => {
  const config = loadValid(written);
  expect(config.target).toBe('https://portal.example');
  expect([...config.keys]).toEqual([
    ['east', 'FLEETKIT_KEY_EAST'],
    ['far-west', 'FLEETKIT_KEY_FAR_WEST'],
  ]);
  expect(config.contract).toBe('published');
  const { bindings } = config;
  expect(bindings?.find('transactions.rows')).toBe('/*');
  expect(bindings?.find('transactions.next_page')).toEqual({ style: 'page', parameter: 'page', first: 0 });
  expect(bindings?.find('disputes.assignment')).toEqual(['/desk', '/agent']);
  expect(bindings?.find('catalog.endpoint_path')).toBe('');
  expect(bindings?.find('catalog.family')).toBe('#');
});

test('writes a guess as a comment, and uses it once the comment sign is removed', () => {
  expect(loadValid(written).bindings?.find('transactions.response')).toBeUndefined();
  const confirmed = loadValid(written.replace('# response:', 'response:'));
  expect(confirmed.bindings?.need('transactions.response')).toBe('/answer');
});

test('hides an unconfirmed value from checks of its rule until the config has the value alone', () => {
  const unconfirmed = loadValid(written).bindings;
  expect(unconfirmed?.find('transactions.amount_completed')).toBe('/x');
  expect(unconfirmed?.forJudging(['transactions.sort.amt_comp']).find('transactions.amount_completed')).toBeUndefined();
  const confirmed = loadValid(written.replace(/amount_completed: .*/, 'amount_completed: /x')).bindings;
  expect(confirmed?.forJudging(['transactions.sort.amt_comp']).find('transactions.amount_completed')).toBe('/x');
});

test('lists missing bindings with the checks that need them', () => {
  expect(written).toMatch(/# {3}settlements\.rows: .*\n {2}# {5}needed by: .*settlements\/net-is-credit-minus-debit/);
});

test('reads all built-in bindings back from a written config', () => {
  const asFound = createBindings(builtinBindings.entries, 'inferred');
  const config = loadValid(writeConfig({ target: 'http://t.test', keys: [], bindings: asFound }));
  for (const slot of SLOTS) expect([slot, config.bindings?.find(slot)]).toEqual([slot, builtinBindings.find(slot)]);
});

test('reads any inferred pointer back from a written config', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(names, (members) => {
      const pointer = members.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      fc.pre(!/(^|\/)[#$]\//.test(pointer));
      const bindings = createBindings(
        { 'transactions.id': createConfigEntry(pointer, 'certain') } as Entries,
        'inferred',
      );
      const config = loadValid(writeConfig({ target: 'http://t.test', keys: [], bindings }));
      expect(config.bindings?.find('transactions.id')).toBe(pointer);
    }),
  );
});

test.each(['/$items/*', '/$a/ ', '/data/$ref/id'])(
  'reads %s, whose name begins like an extension, back from a config',
  (pointer) => {
    const bindings = createBindings(
      { 'transactions.id': createConfigEntry(pointer, 'certain') } as Entries,
      'inferred',
    );
    const config = loadValid(writeConfig({ target: 'http://t.test', keys: [], bindings }));
    expect(config.bindings?.find('transactions.id')).toBe(pointer);
  },
);

test('shows the example of a binding in a comment above it', () => {
  const examples = new Map<Slot, string>([
    ['transactions.rows', '{ id, amount }'],
    ['transactions.response', '"00\u2028\u001b[2J"'],
  ]);
  const text = writeConfig({ target: 'https://portal.example', keys: [], bindings: inferred, examples });
  expect(text).toContain('      # example: { id, amount }\n      rows: /*\n');
  expect(text).toMatch(/ {6}# example: "00 ?<U\+001B>\[2J"\n {6}# response: \/answer\n/);
  expect(text.match(/# example: /g)).toHaveLength(2);
  expect(loadValid(text).bindings?.entries).toEqual(loadValid(written).bindings?.entries);
});

test('keeps text of the target inside comments', () => {
  const observation = 'a\nkeys: { x: Y }\u2028\u001b[2J';
  const malicious = {
    value: '/id',
    confidence: 'certain',
    evidence: [{ source: 'document', observation, assumedRules: [] }],
  } as const;
  const bindings = createBindings({ 'transactions.id': malicious }, 'inferred');
  const text = writeConfig({ target: 'http://t.test', keys: [], bindings });
  expect(text).not.toContain('\u001b');
  expect([...loadValid(text).keys]).toEqual([]);
});

const createTransactionsConfig = (line: string) => `bindings:\n  transactions:\n    rows: /*\n    ${line}`;

test.each([
  ['targe: https://x.test', 'fleet.yaml:1: unknown member "targe"; did you mean "target"?'],
  [
    'target: https://x.test\nbindings:\n  transaction:\n    rows: /*',
    'fleet.yaml:3: unknown member "transaction"; did you mean "transactions"?',
  ],
  [
    createTransactionsConfig('amount_complete: /x'),
    'fleet.yaml:4: unknown member "amount_complete"; did you mean "amount_completed"?',
  ],
  [
    createTransactionsConfig('id: items/id'),
    'fleet.yaml:4: bindings.transactions.id "items/id" is not a JSON pointer: a pointer starts with "/", as in "/items/id"',
  ],
  [
    'bindings:\n  money:\n    form: cents',
    'fleet.yaml:3: bindings.money.form must be one of decimal-string, number, minor-units',
  ],
  [
    createTransactionsConfig('next_page: { style: cursor, at: /next }'),
    'fleet.yaml:4: bindings.transactions.next_page.parameter',
  ],
  [createTransactionsConfig('next_page: { style: link, at: /x }'), 'unknown member "at"'],
  [createTransactionsConfig('widest_limit: many'), 'must be a positive integer'],
  [createTransactionsConfig('id: { value: /id, unconfirmed: [transactions.sort] }'), 'must be a list of rule ids'],
  ['keys:\n  east: sk live 1234', 'fleet.yaml:2: keys.east must be the name of an environment variable'],
  ['target: [', 'not YAML'],
  ['target: a\ntarget: b', 'fleet.yaml:2: not YAML'],
  ['- a', 'fleet.yaml:1: must be a mapping'],
])('reports the problem and its line: %j', (text, problem) => {
  expect(loadProblem(text)).toContain(problem);
});

test('reads what each key is expected to see', () => {
  const { keys, expectations } = loadValid(`keys:
  admin: { variable: ADMIN_KEY, sees: { terminals: 48 } }
  clerk:
    variable: CLERK_KEY
    sees: { terminals: 8 }
    narrower_than: admin
  intern: { variable: INTERN_KEY, narrower_than: clerk }
  guest: GUEST_KEY
`);
  expect([...keys]).toEqual([
    ['admin', 'ADMIN_KEY'],
    ['clerk', 'CLERK_KEY'],
    ['intern', 'INTERN_KEY'],
    ['guest', 'GUEST_KEY'],
  ]);
  expect([...expectations]).toEqual([
    ['admin', { terminals: 48 }],
    ['clerk', { terminals: 8, narrowerThan: 'admin' }],
    ['intern', { narrowerThan: 'clerk' }],
  ]);
});

const keysOf = (...lines: string[]) => `keys:\n${lines.map((line) => `  ${line}\n`).join('')}`;

test.each([
  [
    keysOf('admin: ADMIN', 'clerk: { variable: CLERK, narrower_than: amdin }'),
    'fleet.yaml:3: keys.clerk.narrower_than must be one of admin, clerk; did you mean "admin"?',
  ],
  [
    keysOf('clerk: { variable: CLERK, narrower_than: clerk }'),
    'fleet.yaml:2: keys.clerk.narrower_than is circular: clerk is narrower than clerk; remove one of these relations',
  ],
  [
    keysOf(
      'a: { variable: A, narrower_than: b }',
      'b: { variable: B, narrower_than: c }',
      'c: { variable: C, narrower_than: a }',
    ),
    'fleet.yaml:2: keys.a.narrower_than is circular: a is narrower than b is narrower than c is narrower than a',
  ],
  [
    keysOf(
      'a: { variable: A, sees: { terminals: 8 }, narrower_than: b }',
      'b: { variable: B, narrower_than: c }',
      'c: { variable: C, sees: { terminals: 8 } }',
    ),
    'fleet.yaml:2: keys.a.narrower_than contradicts the numbers: a sees 8 terminals, which is not less than the 8 of c',
  ],
  [
    keysOf('a: { variable: A, sees: { terminals: -1 } }'),
    'fleet.yaml:2: keys.a.sees.terminals must be a non-negative integer',
  ],
  [keysOf('a: { variable: A, sees: { terminals: 1.5 } }'), 'keys.a.sees.terminals must be a non-negative integer'],
  [keysOf('a: { variable: A, sees: { terminals: "8" } }'), 'keys.a.sees.terminals must be a non-negative integer'],
  [keysOf('a: { variable: A, sees: {} }'), 'keys.a.sees.terminals must be a non-negative integer'],
  [keysOf('a: { variable: A, sees: 8 }'), 'keys.a.sees must be a mapping, for example { terminals: 8 }'],
  [keysOf('a: { variable: A, sees: { terminal: 8 } }'), 'unknown member "terminal"; did you mean "terminals"?'],
  [keysOf('a: { variable: A, narrower: b }', 'b: B'), 'unknown member "narrower"; did you mean "narrower_than"?'],
  [keysOf('a: { sees: { terminals: 8 } }'), 'keys.a.variable must be the name of an environment variable'],
  [keysOf('a: [A]'), 'keys.a must be the name of an environment variable'],
])('rejects expectations that cannot hold: %j', (text, problem) => {
  expect(loadProblem(text)).toContain(problem);
});

test('does not repeat a key written instead of its variable', () => {
  expect(loadProblem('keys:\n  east: sk-live-1234')).not.toContain('sk-live');
  expect(loadProblem('keys:\n  east: { variable: sk-live-1234 }')).not.toContain('sk-live');
});

test('rejects YAML aliases that expand exponentially', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(`*${of}`).join(',')}]`;
  const bomb = ['a: &a [x,x]', level('b', 'a'), level('c', 'b'), level('d', 'c'), level('e', 'd')].join('\n');
  expect(loadProblem(`${bomb}\ntarget: *e`)).toMatch(/^fleet\.yaml/);
});

test('reads an empty config as one without bindings and keys', () => {
  const config = loadValid('# nothing yet\n');
  expect(config.bindings).toBeUndefined();
  expect(config.keys.size).toBe(0);
});

test('most slots list the checks that need them', () => {
  const slots = [...listChecksBySlot()];
  expect(slots.filter(([, ids]) => ids.length > 0).length).toBeGreaterThan(slots.length / 4);
});
