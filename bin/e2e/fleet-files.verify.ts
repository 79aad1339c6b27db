import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../library/start-sandbox.ts';
import { runFleetkit } from './testing/run-cli.ts';

/*
 * Fleet files as a user writes them, chosen from docs/own-fleets.md and the schema alone. A file that is accepted is also
 * served. The faults of a refused file have a place and a text from which the user can correct it.
 */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-fleet-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(title: string, content: string | Uint8Array): string {
  const path = join(folder, `${title.replaceAll(/[^a-z0-9]+/gi, '-')}.yaml`);
  writeFileSync(path, content);
  return path;
}

const ADMIN = 'users: [{ user_id: usr_case, role: iso_admin, keys: [sbx-case] }]';

interface AcceptedFile {
  readonly title: string;
  readonly text: string;
}

const accepted: readonly AcceptedFile[] = [
  {
    title: 'JSON',
    text: '{"name": "Case", "terminals": 2, "users": [{"user_id": "usr_case", "role": "iso_admin", "keys": ["sbx-case"]}]}',
  },
  { title: 'CRLF at the ends of lines', text: `name: Case\r\nterminals: 2\r\n${ADMIN}\r\n` },
  { title: 'a byte order mark', text: `\uFEFFname: Case\nterminals: 2\n${ADMIN}\n` },
  {
    title: 'comments and the marks of a document',
    text: `%YAML 1.2\n---\n# A comment\nname: Case # another\nterminals: 2\n${ADMIN}\n...\n`,
  },
  {
    title: 'anchors and aliases',
    text: `name: Case\n${ADMIN}\nterminals:\n  - { terminal_id: CASE0001, surcharge: &fee { mode: flat, flat_cents: 275 } }\n  - { terminal_id: CASE0002, surcharge: *fee }\n`,
  },
  { title: 'a name with accents', text: `name: Café Ñandú\nterminals: 1\n${ADMIN}\n` },
  {
    title: 'a name without Latin letters, with an id',
    text: `name: 東京の現金\ntenant_id: acct_tokyo_case\nterminals: 1\n${ADMIN}\n`,
  },
  {
    title: 'names with markup, quotes and signs of other scripts',
    text: `name: "<script>alert(1)</script> '; DROP TABLE x; -- {{7*7}} \u{1F3E7} \u05D0"\ntenant_id: acct_hostile_case\nterminals: [{ terminal_id: CASE0001, location: { name: "</title><b>&amp;]]>" } }]\n${ADMIN}\n`,
  },
  {
    title: 'a terminal in Berlin with coordinates',
    text: `name: Case\ntimezone: Europe/Berlin\n${ADMIN}\nterminals:\n  - terminal_id: CASE0001\n    location: { timezone: Europe/Berlin, latitude: 52.52, longitude: 13.405, address: { line1: Hauptstr. 1, city: Berlin, region: BE, postal_code: '10115', country: DE } }\n`,
  },
  { title: 'the zone of Los Angeles', text: `name: Case\ntimezone: America/Los_Angeles\nterminals: 3\n${ADMIN}\n` },
  {
    title: 'a terminal id of digits in quotes',
    text: `name: Case\n${ADMIN}\nterminals: [{ terminal_id: '01234567' }]\n`,
  },
  {
    title: 'empty lists',
    text: `name: Case\nterminals: 1\naccounts: []\ngroups: []\ndisputes: []\nmaintenance: []\n${ADMIN}\n`,
  },
  {
    title: 'keys that expired or were revoked',
    text: `name: Case\nterminals: 1\nusers:\n  - user_id: usr_case\n    role: iso_admin\n    keys:\n      - sbx-case\n      - { key: sbx-case-old, created_at: '2025-01-01T00:00:00Z', expires_at: '2026-01-01T00:00:00Z' }\n      - { key: sbx-case-gone, is_revoked: true }\n`,
  },
  {
    title: 'a tree of groups and accounts',
    text: `name: Case\n${ADMIN}\naccounts:\n  - { account_id: acct_case_b, name: Below, parent_account_id: acct_case_a }\n  - { account_id: acct_case_a, name: Above }\ngroups:\n  - { group_id: grp_case_c, name: C, parent_group_id: grp_case_b, terminal_ids: [CASE0001] }\n  - { group_id: grp_case_b, name: B, parent_group_id: grp_case_a }\n  - { group_id: grp_case_a, name: A, parent_group_id: null }\nterminals:\n  - { terminal_id: CASE0001, account_id: acct_case_b }\n`,
  },
  {
    title: 'exact rows with offsets of several zones',
    text: `name: Case\n${ADMIN}\nterminals:\n  - terminal_id: CASE0001\n    town: Boston MA\n    edges:\n      attempts:\n        - { at: '2026-10-20T15:00:00Z', amount_cents: 10000 }\n        - { at: 2026-10-20T21:00:00+02:00, amount_cents: 6000, response: '51' }\n        - { at: '2026-10-21T10:00:00.000-04:00', amount_cents: 8000, notes_short: 1 }\n        - { at: '2026-10-21T11:00:00-04:00', amount_cents: 4000, reversed_after_seconds: 20 }\n`,
  },
  {
    title: 'a cut and an outage that last',
    text: `name: Case\n${ADMIN}\nconnectors:\n  - { connector_id: con_case_host, name: Host, kind: tritonHost, outages: [{ from: '2026-11-01T00:00:00Z', to: null }] }\nterminals:\n  - { terminal_id: CASE0001, edges: { line_cuts: [{ from: '2026-10-30T00:00:00Z', to: null }] } }\n`,
  },
  {
    title: 'terminals out of service',
    text: `name: Case\n${ADMIN}\nterminals:\n  - { terminal_id: CASE0001, status: never_reported }\n  - { terminal_id: CASE0002, status: decommissioned }\n  - { terminal_id: CASE0003, status: suspended }\n`,
  },
  {
    title: 'fees of each mode',
    text: `name: Case\n${ADMIN}\nterminals:\n  - { terminal_id: CASE0001, surcharge: { mode: none } }\n  - { terminal_id: CASE0002, surcharge: { mode: percent, percent_basis_points: 250 } }\n  - { terminal_id: CASE0003, surcharge: { mode: greater_of, flat_cents: 300, percent_basis_points: 200 } }\n  - { terminal_id: CASE0004, surcharge: { mode: flat, flat_cents: 0 } }\n`,
  },
  {
    title: 'a maintenance period of all terminals',
    text: `name: Case\nterminals: 2\n${ADMIN}\nmaintenance: [{ terminal_ids: null, from: '2026-11-01T01:00:00Z', to: '2026-11-01T02:00:00Z' }]\n`,
  },
  { title: 'no terminals', text: `name: Case\nterminals: []\n${ADMIN}\n` },
  { title: 'two hundred terminals', text: `name: Case\nterminals: 200\n${ADMIN}\n` },
];

test.each(accepted)('it accepts and serves $title', { timeout: 60_000 }, async ({ title, text }) => {
  const path = writeFile(title, text);
  const { code, stderr } = await runFleetkit(['fleet', 'check', path]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: '' });
  const sandbox = await startSandbox({ port: false, fleets: [path] });
  try {
    for (const place of ['portal', 'transactions', 'settlements', 'locations']) {
      const reply = await sandbox.fetch(
        new Request(`${sandbox.url}/v1/${place}`, { headers: { 'X-API-Key': 'sbx-case' } }),
      );
      expect([place, reply.status]).toEqual([place, 200]);
    }
  } finally {
    await sandbox.close();
  }
});

interface RefusedFile {
  readonly title: string;
  readonly text: string | Uint8Array;
  /** All of these occur in the message. */
  readonly states: readonly RegExp[];
  /** Why the product does not do it yet. */
}

const lists = (name: string, entries: string): string => `name: Case\n${ADMIN}\n${name}:\n${entries}\n`;
const oneTerminal = (members: string): string => lists('terminals', `  - { terminal_id: CASE0001, ${members} }`);
const bomb = [
  'name: Case',
  'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(', ')}]`),
  'accounts: *a12',
  'terminals: 1',
].join('\n');

const refused: readonly RefusedFile[] = [
  { title: 'an empty file', text: '', states: [/\.yaml/, /empty|object|mapping|name/] },
  { title: 'a list', text: '- name: Case\n  terminals: 1\n', states: [/object|mapping|members/] },
  { title: 'a bracket without an end', text: 'name: Case\nterminals: [\n', states: [/\.yaml:\d+:\d+/] },
  {
    title: 'tabs as indentation',
    text: 'name: Case\nterminals: 1\naccount:\n\tstatus: active\n',
    states: [/\.yaml:4:\d+/, /tab/i],
  },
  { title: 'a member twice', text: 'name: Case\nname: Other\nterminals: 1\n', states: [/\.yaml:2:1/, /unique/] },
  {
    title: 'an alias of itself',
    text: 'name: Case\nterminals: 1\naccounts: &a [*a]\n',
    states: [/\.yaml:3:\d+/, /alias|anchor|itself|cycl/i],
  },
  { title: 'aliases that grow without limit', text: bomb, states: [/alias/i] },
  {
    title: 'a merge key',
    text: 'name: Case\nterminals:\n  - { terminal_id: CASE0001, <<: { status: active } }\n',
    states: [/\.yaml:3:\d+/, /<</],
  },
  { title: 'two documents', text: 'name: Case\nterminals: 1\n---\nname: Other\nterminals: 1\n', states: [/document/i] },
  {
    title: 'nesting of ten thousand lists',
    text: `name: Case\nterminals: 1\naccounts: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
    states: [/\.yaml:\d+:\d+/, /200 levels/],
  },
  {
    title: 'bytes that are not UTF-8',
    text: Buffer.from('name: Caf\xE9\nterminals: 1\n', 'latin1'),
    states: [/UTF-8/i],
  },
  {
    title: 'a terminal id twice',
    text: lists('terminals', '  - terminal_id: CASE0001\n  - terminal_id: CASE0001'),
    states: [/\.yaml:5:\d+/, /CASE0001/, /twice/],
  },
  {
    title: 'an id of a default terminal',
    text: lists('terminals', '  - terminal_id: NW104233'),
    states: [/\.yaml:4:\d+/, /NW104233/],
  },
  {
    title: 'the id of a default tenant',
    text: 'name: Case\ntenant_id: acct_delgado\nterminals: 1\n',
    states: [/\.yaml:2:\d+/, /acct_delgado/],
  },
  {
    title: 'a number as the id of a terminal',
    text: lists('terminals', '  - terminal_id: 12345678'),
    states: [/\.yaml:4:\d+/, /text|string|quot/i],
  },
  { title: 'a misspelled member', text: oneTerminal('tonw: Boston MA'), states: [/\.yaml:4:\d+/, /tonw/, /town/] },
  {
    title: 'the member __proto__',
    text: 'name: Case\nterminals: 1\n__proto__: { status: active }\n',
    states: [/\.yaml:3:1/, /__proto__/],
  },
  { title: 'a number as a text', text: "name: Case\nterminals: '3'\n", states: [/\.yaml:2:12/, /number/] },
  {
    title: 'a time zone that does not exist',
    text: 'name: Case\ntimezone: America/Riverside\nterminals: 1\n',
    states: [/\.yaml:2:11/, /America\/Riverside/],
  },
  { title: 'too many terminals', text: 'name: Case\nterminals: 20001\n', states: [/\.yaml:2:12/, /20,?000/] },
  { title: 'a negative number of terminals', text: 'name: Case\nterminals: -1\n', states: [/\.yaml:2:12/] },
  { title: 'half a terminal', text: 'name: Case\nterminals: 2.5\n', states: [/\.yaml:2:12/] },
  { title: 'a name of spaces', text: "name: '   '\nterminals: 1\n", states: [/\.yaml:1:7/, /name/] },
  {
    title: 'a name with control characters',
    text: 'name: "Case\\u0000\\u001B[31m"\nterminals: 1\n',
    states: [/\.yaml:1:7/],
  },
  {
    title: 'the 30th of February',
    text: oneTerminal("edges: { attempts: [{ at: '2026-02-30T10:00:00Z', amount_cents: 2000 }] }"),
    states: [/\.yaml:4:\d+/, /2026-02-30/],
  },
  {
    title: 'an instant without an offset',
    text: oneTerminal("edges: { attempts: [{ at: '2026-10-20T10:00:00', amount_cents: 2000 }] }"),
    states: [/\.yaml:4:\d+/, /offset/],
  },
  {
    title: 'a cut that ends before it begins',
    text: oneTerminal("edges: { line_cuts: [{ from: '2026-10-21T00:00:00Z', to: '2026-10-20T00:00:00Z' }] }"),
    states: [/\.yaml:4:\d+/],
  },
  {
    title: 'an amount that no notes pay',
    text: oneTerminal(
      "cash: { cassettes: [{ denomination_cents: 2000 }] }, edges: { attempts: [{ at: '2026-10-20T15:00:00Z', amount_cents: 1234 }] }",
    ),
    states: [/\.yaml:4:\d+/, /1234|note|multiple/],
  },
  {
    title: 'a latitude beyond the pole',
    text: oneTerminal('location: { latitude: 123, longitude: 10, timezone: Europe/Berlin }'),
    states: [/\.yaml:4:\d+/, /latitude/],
  },
  {
    title: 'a share above 1',
    text: oneTerminal('demand: { decline_share: 1.5 }'),
    states: [/\.yaml:4:\d+/, /decline_share/],
  },
  {
    title: 'a negative fee',
    text: oneTerminal('surcharge: { flat_cents: -300 }'),
    states: [/\.yaml:4:\d+/, /flat_cents/],
  },
  {
    title: 'an account below itself',
    text: lists(
      'accounts',
      '  - { account_id: acct_case_a, name: A, parent_account_id: acct_case_b }\n  - { account_id: acct_case_b, name: B, parent_account_id: acct_case_a }\nterminals: 1',
    ),
    states: [/\.yaml:[45]:\d+/, /acct_case_[ab]/],
  },
  {
    title: 'a group below itself',
    text: lists('groups', '  - { group_id: grp_case_a, name: A, parent_group_id: grp_case_a }\nterminals: 1'),
    states: [/\.yaml:4:\d+/, /grp_case_a/],
  },
  {
    title: 'an account that does not exist',
    text: oneTerminal('account_id: acct_nobody'),
    states: [/\.yaml:4:\d+/, /acct_nobody/],
  },
  {
    title: 'a terminal of a group that does not exist',
    text: lists('groups', '  - { group_id: grp_case_a, name: A, terminal_ids: [CASE9999] }\nterminals: 1'),
    states: [/\.yaml:4:\d+/, /CASE9999/],
  },
  {
    title: 'a key without its prefix',
    text: 'name: Case\nterminals: 1\nusers: [{ user_id: usr_case, role: iso_admin, keys: [secret] }]\n',
    states: [/\.yaml:3:\d+/, /sbx-/],
  },
  {
    title: 'one key for two users',
    text: 'name: Case\nterminals: 1\nusers:\n  - { user_id: usr_a, role: iso_admin, keys: [sbx-case] }\n  - { user_id: usr_b, role: auditor, keys: [sbx-case] }\n',
    states: [/\.yaml:5:\d+/, /sbx-case/],
  },
  {
    title: 'too many cassettes',
    text: oneTerminal(`cash: { cassettes: [${Array(30).fill('{ denomination_cents: 2000 }').join(', ')}] }`),
    states: [/\.yaml:4:\d+/, /cassette/],
  },
  {
    title: 'ten faults at once',
    text: `name: 5\ntimezone: Mars/Base\nfoo: 1\naccounts:\n  - { account_id: BAD, name: A }\nusers:\n  - { user_id: usr_a, role: king }\nsettlement: { cutoff_local: '25:00' }\ndispute_share: x\nterminals:\n  - { terminal_id: short }\n  - { terminal_id: CASE0001, town: Atlantis, model: Abacus }\n`,
    states: [/:1:/, /:2:/, /:3:/, /:5:/, /:7:/, /:8:/, /:9:/, /:11:/, /:12:[\s\S]*:12:/],
  },
];

const refusesWithPlace = async ({ title, text, states }: RefusedFile) => {
  const path = writeFile(title, text);
  const { code, stdout, stderr } = await runFleetkit(['fleet', 'check', path]);
  const message = `${stdout}${stderr}`;
  expect({ code, message }).toMatchObject({ code: 1 });
  for (const pattern of states) expect(message).toMatch(pattern);
  expect(message).not.toMatch(/at .*\.(ts|js|mjs):\d+/);
  await expect(startSandbox({ port: false, fleets: [path] })).rejects.toThrow();
};

test.each(refused)('it refuses $title with its place', { timeout: 30_000 }, refusesWithPlace);
