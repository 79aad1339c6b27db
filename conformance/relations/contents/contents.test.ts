import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import type { Visibility } from '../survey/principals.ts';
import { type CarriedMember, collectRowColumns, judgeCarried } from './carried-members.ts';
import { listNamesOfOthers } from './feed-terminals.ts';
import { listPlainRows } from './plain-rows.ts';
import { outlinePortal, PORTAL_GROUPS, PORTAL_PARTS, type PortalGroup, type PortalPart } from './portal-groups.ts';

const PORTAL = {
  user: { name: 'Ada', email: 'ada@fleet.example', role: 'administrator' },
  account: { name: 'North' },
  branding: null,
  dns: 'verified',
  permissions: { read_reports: true, write_disputes: false },
  people: [],
  terminals: { T1: { id: 'T1' } },
  terminal_groups: [{ id: 'G1' }],
  recent: { transactions: [] },
  reports: { cash: ['Daily'] },
};

const listMissing = (portal: unknown): string[] =>
  Object.values<PortalGroup>(PORTAL_GROUPS).flatMap((group) =>
    outlinePortal(portal).shows(group) ? [] : [group.name],
  );

describe('the groups of a portal', () => {
  test('are found by their names, null or empty, in maps and below envelopes', () => {
    expect(listMissing(PORTAL)).toEqual([]);
    expect(listMissing({ data: PORTAL })).toEqual([]);
    expect(listMissing(Object.entries(PORTAL).map(([section, content]) => ({ section, content })))).toEqual([]);
  });

  test('are parts of a section with the name of another part', () => {
    const lists = { transactions: [{ id: 'x' }], commands: [{ id: 'c' }], forms: [{ id: 'f' }] };
    const { mayShow } = outlinePortal({ ...PORTAL, recent: undefined, activity: { letzte_transaktionen: lists } });
    expect(['transactions', 'commands', 'forms'].filter((part) => !mayShow(PORTAL_PARTS[part as 'forms']))).toEqual([]);
  });

  test('do not show that empty ones are written, if only rows and envelopes have empty members', () => {
    const written = { next: null, terminals: [{ id: 'T1', surcharge: {} }], transactions: { t1: { fee: {} } } };
    expect(outlinePortal(written).writesEmpty).toBe(false);
    expect(outlinePortal({ ...written, users: [] }).writesEmpty).toBe(true);
    expect(outlinePortal({ ...written, branding: null }).writesEmpty).toBe(false);
    expect(outlinePortal({ ...written, documents: null }).writesEmpty).toBe(true);
  });

  test('are not of an administrator if a flag in a list of sections denies', () => {
    const access = { a: 'yes', b: 'yes', c: 'yes', d: 'no' };
    const sections = [
      { section: 'access', content: access },
      { section: 'contact', content: { mail: 'admin@fleet.example' } },
    ];
    expect(outlinePortal({ sections }).isOfAdministrator).toBe(false);
    expect(outlinePortal({ access: { ...access, d: 'yes' } }).isOfAdministrator).toBe(true);
    expect(outlinePortal({ access, principal: { role: 'Administrator' } }).isOfAdministrator).toBe(true);
  });

  test('show users in a list of objects with addresses under an unknown name', () => {
    const { people: _, ...others } = PORTAL;
    expect(listMissing({ ...others, fld_3: { items: [{ id: 'u1', mail: 'ada@fleet.example' }] } })).toEqual([]);
  });

  test.each([
    ['people', 'visible users'],
    ['terminals', 'visible terminals'],
    ['permissions', 'access flags'],
    ['recent', 'recent transactions, commands and forms'],
  ])('are missing without %s, which no other member could be', (member, name) => {
    const { [member as keyof typeof PORTAL]: _, ...others } = PORTAL;
    expect(listMissing(others)).toEqual([name]);
    const group = Object.values<PortalGroup>(PORTAL_GROUPS).find((one) => one.name === name) ?? PORTAL_GROUPS.users;
    expect(outlinePortal(others).listPossible(group)).toEqual([]);
  });

  test('may be a list in the section of a profile that no name explains', () => {
    const { people: _, user, ...others } = PORTAL;
    const team = [{ id: 'U1', name: 'Ada' }];
    const outline = outlinePortal({ identity: { user, team }, ...others });
    expect(outline.shows(PORTAL_GROUPS.users)).toBe(false);
    expect(outline.listPossible(PORTAL_GROUPS.users)).toEqual(['/identity/team']);
    expect(outlinePortal({ identity: { user, groups: team }, ...others }).listPossible(PORTAL_GROUPS.users)).toEqual(
      [],
    );
  });

  const listMissingParts = (portal: unknown): string[] =>
    Object.values<PortalPart>(PORTAL_PARTS).flatMap((part) => (outlinePortal(portal).mayShow(part) ? [] : [part.name]));
  const LISTS = { groups: [{ id: 'G1' }], connectors: [{ id: 'C1' }], transactions: [{ id: 'X1' }] };

  test('lack a part if no list could be it', () => {
    expect(listMissingParts({ ...LISTS, commands: [{ id: 'M1' }] })).toEqual(['recent forms']);
    expect(listMissingParts({ ...LISTS, recent: { commands: [], forms: [] } })).toEqual([]);
  });

  test.each<[string, object]>([
    ['one list of all recent things', { recent: [{ kind: 'form', id: 'F1' }] }],
    ['a list without a name of the document', { commands: [], fld_9: [{ id: 'F1' }] }],
    ['a second list with one name', { commands: [], reports: [{ id: 'R1' }], field_reports: [{ id: 'F1' }] }],
  ])('may have the part in %s', (_, more) => {
    expect(listMissingParts({ ...LISTS, ...more })).toEqual([]);
  });

  test('may be in a member that no name explains', () => {
    const { terminals, ...others } = PORTAL;
    const portal = { ...others, fld_7: terminals };
    expect(outlinePortal(portal).shows(PORTAL_GROUPS.terminals)).toBe(false);
    expect(outlinePortal(portal).listPossible(PORTAL_GROUPS.terminals)).toEqual(['/fld_7']);
  });
});

const STATUS: CarriedMember = { name: 'status', form: 'state', concepts: ['status'] };
const judge = (rows: readonly unknown[], member: CarriedMember) =>
  judgeCarried(collectRowColumns(rows), member, rows.length);
const repeat = (row: unknown) => [row, row, row];

describe('a member of rows', () => {
  test('is shown by an id of several numbers, which is no day', () => {
    const member: CarriedMember = { name: 'transaction', form: 'id', concepts: ['transaction'] };
    const createRow = (id: string) => ({ id: 'c-1', transaction: { id, href: `/v1/transactions/${id}/timeline` } });
    expect(judge(['1.22.1', '1.289.1', '1.66.0'].map(createRow), member)).toEqual({ kind: 'shown' });
    const dated = ['2026-03-06', '06.03.2026', '6/3/26'].map((transaction) => ({ id: 'c-1', transaction }));
    expect(judge(dated, member)).not.toEqual({ kind: 'shown' });
  });

  test('is shown by its name in any language, also if it is null', () => {
    expect(judge(repeat({ id: 'b-1', estado: 'abierto' }), STATUS)).toEqual({ kind: 'shown' });
    expect(judge(repeat({ id: 'b-1', batch: { state: null } }), STATUS)).toEqual({ kind: 'shown' });
  });

  test('is absent if the names of all other columns mean something else', () => {
    expect(judge(repeat({ id: 'b-1', credit_total: '5.00', opened_on_date: '2026-03-01' }), STATUS)).toEqual({
      kind: 'absent',
    });
  });

  test('is absent if the only other column has codes of currencies', () => {
    expect(judge(repeat({ id: 'b-1', credit_total: '5.00', f4: 'USD' }), STATUS)).toEqual({ kind: 'absent' });
  });

  test('is shown under the name of an object around the whole row', () => {
    const [row] = repeat({ SettlementItem: { id: 'b-1', totalCredit: { amount: '5.00', currency: 'USD' } } });
    const credit: CarriedMember = { name: 'credit', form: 'amount', concepts: ['credit'], without: ['count'] };
    expect(judge(repeat(row), credit)).toEqual({ kind: 'shown' });
  });

  test('that is a code is no flag, version or amount, but may be a type', () => {
    const reason: CarriedMember = { name: 'reason code', form: 'code', concepts: ['reason'] };
    const row = { id: 'c-1', status: 'open', disputed_amount: 5, row_version: 3, archived: false, kind: 'dispute' };
    expect(judge(repeat(row), reason)).toEqual({ kind: 'absent' });
    expect(judge(repeat({ ...row, kind: 'not_dispensed' }), reason)).toEqual({ kind: 'unknown', possible: ['/kind'] });
  });

  test('may be in a column without a known name', () => {
    expect(judge(repeat({ id: 'b-1', f4: 'open' }), STATUS)).toEqual({ kind: 'unknown', possible: ['/f4'] });
  });
});

test.each([
  ['an array', [{ id: 1, a: 2 }]],
  ['a map', { x: { id: 1, a: 2 }, y: { id: 1, a: 2 } }],
  ['a table', { columns: ['id', 'a'], rows: [[1, 2]] }],
  ['columns', { id: [1], a: [2], b: [3] }],
  [
    'a list with a description of its members',
    {
      fields: [
        { id: 'id', type: 'int' },
        { id: 'a', type: 'int' },
      ],
      records: [{ id: 1, a: 2 }],
    },
  ],
])('reads the rows of %s', (_, list) => {
  const [row] = listPlainRows({ ok: true, result: list });
  expect(row).toMatchObject({ id: 1, a: 2 });
});

test('a label that is the id of another terminal is no name of that one in the feed of the first', () => {
  const portal = {
    json: {
      terminals: [
        { id: 'ATM-1001', label: 'ATM-1002' },
        { id: 'ATM-1002', label: 'ATM-1003' },
      ],
    },
  };
  const terminals = new Set(['ATM-1001', 'ATM-1002', 'ATM-1003']);
  const sees = {
    terminals,
    mentioned: terminals,
    aliases: new Map(),
    responses: new Map([['getPortal', { operation: 'getPortal', ...portal } as unknown as Exchange]]),
  } as unknown as Visibility; // the parts that are read
  const names = listNamesOfOthers('ATM-1001', sees);
  expect([names.get('ATM-1002')?.has('ATM-1002'), names.get('ATM-1003')?.has('ATM-1003')]).toEqual([false, true]);
});
