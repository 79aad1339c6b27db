import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Binding, bindingsOf, type Entries } from '../bindings/bindings.ts';
import { builtin } from '../bindings/builtin-bindings.ts';
import { SLOTS, type Slot } from '../bindings/slots.ts';
import { costsOf } from './costs.ts';
import { loadConfig } from './load.ts';
import { writeConfig } from './write.ts';

const loaded = (text: string) => {
  const result = loadConfig(text, 'fleet.yaml');
  if ('problem' in result) throw new Error(result.problem);
  return result.config;
};
const problemOf = (text: string): string => {
  const result = loadConfig(text, 'fleet.yaml');
  return 'problem' in result ? result.problem : 'none';
};

const found = (
  value: unknown,
  confidence: Binding['confidence'],
  restsOn: Binding['support'][number]['restsOn'] = [],
): Binding => ({
  value,
  confidence,
  support: [{ from: restsOn.length > 0 ? 'experiment' : 'names', evidence: 'it was seen', restsOn }],
});

const inferred = bindingsOf(
  {
    'transactions.rows': found('/*', 'certain'),
    'transactions.response': found('/answer', 'guess'),
    'transactions.amount_completed': found('/x', 'likely', ['transactions.sort.amt_comp']),
    'transactions.next_page': found({ style: 'page', parameter: 'page', first: 0 }, 'certain'),
    'disputes.assignment': found(['/desk', '/agent'], 'likely'),
    'catalog.endpoint_path': found('', 'certain'),
    'catalog.family': found('#', 'certain'),
  } as Entries, // as their kinds ask
  'inferred',
);

const written = writeConfig({
  target: 'https://portal.example',
  keys: ['east', 'far-west'],
  bindings: inferred,
  costs: costsOf(),
});

test('a config that was written is read as it was meant', () => {
  const config = loaded(written);
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

test('a guess is written as a comment, and counts once the sign is taken away', () => {
  expect(loaded(written).bindings?.find('transactions.response')).toBeUndefined();
  const confirmed = loaded(written.replace('# response:', 'response:'));
  expect(confirmed.bindings?.need('transactions.response')).toBe('/answer');
});

test('what rests on a rule stays unconfirmed for its checks until the value stands alone', () => {
  const unconfirmed = loaded(written).bindings;
  expect(unconfirmed?.find('transactions.amount_completed')).toBe('/x');
  expect(unconfirmed?.forJudging(['transactions.sort.amt_comp']).find('transactions.amount_completed')).toBeUndefined();
  const confirmed = loaded(written.replace(/amount_completed: .*/, 'amount_completed: /x')).bindings;
  expect(confirmed?.forJudging(['transactions.sort.amt_comp']).find('transactions.amount_completed')).toBe('/x');
});

test('what was not found is listed with the checks that it costs', () => {
  expect(written).toMatch(
    /# {3}settlements\.net_payout: .*\n# {5}keeps from a verdict: .*settlements\/net-is-credit-minus-debit/,
  );
});

test('all bindings of the kit are read back as they were written', () => {
  const asFound = bindingsOf(builtin.entries, 'inferred');
  const config = loaded(writeConfig({ target: 'http://t.test', keys: [], bindings: asFound }));
  for (const slot of SLOTS) expect([slot, config.bindings?.find(slot)]).toEqual([slot, builtin.find(slot)]);
});

test('whatever pointer a target leads to, it is read back as it was written', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(names, (members) => {
      const pointer = members.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      fc.pre(!/(^|\/)#\//.test(pointer));
      const bindings = bindingsOf({ 'transactions.id': found(pointer, 'certain') } as Entries, 'inferred');
      const config = loaded(writeConfig({ target: 'http://t.test', keys: [], bindings }));
      expect(config.bindings?.find('transactions.id')).toBe(pointer);
    }),
  );
});

test('text of a target cannot leave its comment', () => {
  const evidence = 'a\nkeys: { x: Y }\u2028\u001b[2J';
  const evil = { value: '/id', confidence: 'certain', support: [{ from: 'document', evidence, restsOn: [] }] } as const;
  const bindings = bindingsOf({ 'transactions.id': evil }, 'inferred');
  const text = writeConfig({ target: 'http://t.test', keys: [], bindings });
  expect(text).not.toContain('\u001b');
  expect([...loaded(text).keys]).toEqual([]);
});

const inTransactions = (line: string) => `bindings:\n  transactions:\n    rows: /*\n    ${line}`;

test.each([
  ['targe: https://x.test', 'fleet.yaml:1: there is no member "targe" here; did you mean "target"?'],
  [
    'target: https://x.test\nbindings:\n  transaction:\n    rows: /*',
    'fleet.yaml:3: there is no member "transaction" here; did you mean "transactions"?',
  ],
  [
    inTransactions('amount_complete: /x'),
    'fleet.yaml:4: there is no member "amount_complete" here; did you mean "amount_completed"?',
  ],
  [
    inTransactions('id: items/id'),
    'fleet.yaml:4: bindings.transactions.id "items/id" is no JSON pointer: a pointer starts with "/", as in "/items/id"',
  ],
  [
    'bindings:\n  money:\n    form: cents',
    'fleet.yaml:3: bindings.money.form takes decimal-string, number, minor-units',
  ],
  [
    inTransactions('next_page: { style: cursor, at: /next }'),
    'fleet.yaml:4: bindings.transactions.next_page.parameter',
  ],
  [inTransactions('next_page: { style: link, at: /x }'), 'there is no member "at" here'],
  [inTransactions('widest_limit: many'), 'takes a whole number above 0'],
  [inTransactions('id: { value: /id, unconfirmed: [transactions.sort] }'), 'takes a list of ids of rules'],
  ['keys:\n  east: sk live 1234', 'fleet.yaml:2: keys.east takes the name of an environment variable'],
  ['target: [', 'this is no YAML'],
  ['target: a\ntarget: b', 'fleet.yaml:2: this is no YAML'],
  ['- a', 'fleet.yaml:1: takes members'],
])('says what is wrong, and where: %j', (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});

test('a key that stands where its variable should is not repeated', () => {
  expect(problemOf('keys:\n  east: sk-live-1234')).not.toContain('sk-live');
});

test('aliases that would grow without end are refused', () => {
  const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(`*${of}`).join(',')}]`;
  const bomb = ['a: &a [x,x]', level('b', 'a'), level('c', 'b'), level('d', 'c'), level('e', 'd')].join('\n');
  expect(problemOf(`${bomb}\ntarget: *e`)).toMatch(/^fleet\.yaml/);
});

test('an empty config says nothing, and leaves everything to be found out', () => {
  const config = loaded('# nothing yet\n');
  expect(config.bindings).toBeUndefined();
  expect(config.keys.size).toBe(0);
});

test('costs are known for what checks ask for', () => {
  const costly = [...costsOf()].filter(([, ids]) => ids.length > 0).map(([slot]): Slot => slot);
  expect(costly.length).toBeGreaterThan(50);
});
