import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Transport } from '../../../../conformance/http/client.ts';
import { createFetchTransport } from '../../../../conformance/http/transport/fetch-transport.ts';
import { builtinBindings } from '../../../../conformance/slots/builtin-bindings.ts';
import { hostileServers } from '../../../../conformance/testing/hostile-servers.ts';
import { serveHttp, serveRaw } from '../../../../conformance/testing/serve.ts';
import { bankingService, goService } from '../../../../lab/independent/services.ts';
import { runFleetkit } from '../../../e2e/testing/run-cli.ts';
import { type Sandbox, startSandbox } from '../../../library/index.ts';
import { createTwin } from './create-twin.ts';
import { findOriginalTexts, recordTexts } from './testing/find-original-texts.ts';

const TARGET = 'http://deployment.example';

const openSandbox = (sandbox: Sandbox): Transport => createFetchTransport((request) => sandbox.fetch(request));

/** Writes a twin, or throws the problem. */
async function write(transport: Transport, keys: ReadonlyMap<string, string>, salt = 'salt') {
  const twin = await createTwin({ target: TARGET, transport, keys, salt });
  if ('problem' in twin) throw new Error(twin.problem);
  return twin;
}

/** The parts of a twin that the tests read. */
interface TwinFile {
  readonly users: readonly { readonly keys: readonly [string]; readonly role: string }[];
  readonly groups: readonly { readonly terminal_ids: readonly string[]; readonly parent_group_id?: string }[];
  readonly connectors: readonly { readonly kind: string }[];
  readonly terminals: readonly {
    readonly terminal_id: string;
    readonly location?: { readonly timezone?: string };
    readonly demand?: { readonly attempts_per_month?: number };
    readonly cash?: { readonly cassettes: readonly { readonly denomination_cents: number }[] };
    readonly surcharge?: { readonly flat_cents: number };
  }[];
}

const read = (text: string): TwinFile => parse(text) as TwinFile; // as the writer formats it

async function get(sandbox: Sandbox, path: string, key: string) {
  const response = await sandbox.fetch(path, { headers: { 'X-API-Key': key } });
  expect(response.status).toBe(200);
  return (await response.json()) as { data: Record<string, unknown>[]; page: { matched: number } }; // lists of the contract
}

const NORTHWAY = new Map([
  ['harbor', 'sbx-harbor-admin'],
  ['all', 'sbx-northway-admin'],
]);

describe('a twin of a fleet of the sandbox', () => {
  let [source, served]: (Sandbox | undefined)[] = [];
  let text = '';
  const originals = { listTexts: (): ReadonlySet<string> => new Set() };

  beforeAll(async () => {
    source = await startSandbox({ port: false });
    const recorded = recordTexts(openSandbox(source));
    originals.listTexts = recorded.listTexts;
    ({ text } = await write(recorded.transport, NORTHWAY));
    served = await startSandbox({ port: false, fleets: [parse(text) as object] }); // a mapping
  });
  afterAll(() => Promise.all([source?.close(), served?.close()]));

  const both = async (path: string, name: string) => {
    const at = [...NORTHWAY.keys()].indexOf(name);
    const key = read(text).users[at]?.keys[0] ?? '';
    if (source === undefined || served === undefined) throw new Error('the sandboxes are not open');
    return [await get(source, path, NORTHWAY.get(name) ?? ''), await get(served, path, key)] as const;
  };

  it.each(['all', 'harbor'])('shows as many terminals, groups and zones to the user of the key "%s"', async (name) => {
    const count = (values: readonly unknown[]) =>
      [...Map.groupBy(values, (value) => value)].map(([value, all]) => `${value}: ${all.length}`).sort();
    const [locations, twinLocations] = await both('/v1/locations?limit=200', name);
    for (const member of ['timezone', 'site_type', 'placement'])
      expect(count(twinLocations.data.map((row) => row[member]))).toEqual(
        count(locations.data.map((row) => row[member])),
      );
    const [groups, twinGroups] = await both('/v1/terminal-groups?limit=200', name);
    const describeGroup = (row: Record<string, unknown>) =>
      `${row.group_kind} ${row.terminal_count}${row.parent_group_id === null ? '' : ' below another'}`;
    if (name === 'all')
      expect(count(twinGroups.data.map(describeGroup))).toEqual(count(groups.data.map(describeGroup)));
  });

  it('has as many connectors of each type', async () => {
    const [connectors, twins] = await both('/v1/connectors?limit=200', 'all');
    const list = ({ data }: typeof connectors) => data.map((row) => `${row.connector_type} ${row.protocol}`).sort();
    expect(list(twins)).toEqual(list(connectors));
  });

  it('has a similar number of transactions', async () => {
    const [transactions, twins] = await both('/v1/transactions?limit=1', 'all');
    const ratio = twins.page.matched / transactions.page.matched;
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.3);
  });

  it('is the same file for the same salt, and shares no id with the file of another salt', async () => {
    if (source === undefined) throw new Error('the sandbox is not open');
    const transport = openSandbox(source);
    const keys = new Map([['owner', 'sbx-delgado-owner']]);
    const [{ text: one }, { text: same }, { text: other }] = [
      await write(transport, keys, 'one'),
      await write(transport, keys, 'one'),
      await write(transport, keys, 'other'),
    ];
    expect(same).toBe(one);
    const ids = new Set(read(one).terminals.map(({ terminal_id }) => terminal_id));
    expect(ids.size).toBeGreaterThan(1);
    expect(read(other).terminals.filter(({ terminal_id }) => ids.has(terminal_id))).toEqual([]);
  });

  it('contains no text of the responses, of the requests or of the salt', () => {
    const texts = originals.listTexts();
    expect(texts.size).toBeGreaterThan(10_000);
    expect(findOriginalTexts(text, texts)).toEqual([]);
    expect(text).not.toMatch(/salt|northway|harbor|example/i);
  });
});

/** A fleet whose texts all contain the same word. */
const MARKED = {
  name: 'Kanarie Bank',
  tenant_id: 'acct_kanarie',
  timezone: 'Europe/Berlin',
  account: { legal_name: 'Kanarie Bank AG', sponsor_bank: 'Kanarie Sponsor', processor: 'Kanarie Switch' },
  accounts: [{ account_id: 'acct_kanarie_below', name: 'Kanarie Below' }],
  users: [
    {
      user_id: 'usr_kanarie',
      role: 'iso_admin',
      display_name: 'Kanarie Person',
      email: 'kanarie@kanarie.example',
      keys: ['sbx-kanarie-key'],
    },
  ],
  groups: [
    {
      group_id: 'grp_kanarie',
      name: 'Kanarie Group',
      group_kind: 'vault_route',
      terminal_ids: ['KANARIE1', 'KANARIE2'],
    },
  ],
  connectors: [{ connector_id: 'con_kanarie', name: 'Kanarie Host', kind: 'hyosungHost' }],
  terminals: [1, 2, 3].map((number) => ({
    terminal_id: `KANARIE${number}`,
    account_id: number === 3 ? 'acct_kanarie_below' : 'acct_kanarie',
    model: 'Force',
    location: {
      name: `Kanarie Shop ${number}`,
      site_type: 'hotel',
      address: {
        line1: `${number} Kanarie Street`,
        line2: 'Kanarie Floor',
        city: 'Kanarie City',
        region: 'KA',
        postal_code: 'KANARIE',
        country: 'KA',
      },
      latitude: 12.3456,
      longitude: 65.4321,
      contact: { name: 'Kanarie Contact', phone: '+kanarie-1' },
    },
    demand: { attempts_per_month: 1234.5 },
  })),
};

describe('a twin of a fleet whose texts all contain a marker', () => {
  it('contains neither the marker nor exact numbers that identify a terminal', async () => {
    const source = await startSandbox({ port: false, fleets: [MARKED] });
    const recorded = recordTexts(openSandbox(source));
    const { text } = await write(recorded.transport, new Map([['kanarie', 'sbx-kanarie-key']]));
    await source.close();
    expect([...recorded.listTexts()].filter((one) => one.includes('kanarie')).length).toBeGreaterThan(20);
    expect(text).not.toMatch(/kanarie/i);
    expect(text).not.toMatch(/12\.3456|65\.4321|1234/);
    expect(findOriginalTexts(text, recorded.listTexts())).toEqual([]);
    const { terminals, groups, connectors } = read(text);
    expect(terminals.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ site_type: 'hotel', timezone: 'Europe/Berlin' })),
    );
    expect(groups.map(({ terminal_ids }) => terminal_ids.length)).toEqual([2]);
    expect(connectors.map(({ kind }) => kind)).toEqual(['hyosungHost']);
  });

  it('would be found out if it contained a text', () => {
    const originals = new Set(['kanarie street', 'kanarie', 'qx7b']);
    expect(findOriginalTexts('name: Bavelu ATM', originals)).toEqual([]);
    expect(findOriginalTexts('name: Kanarie ATM', originals)).toEqual(['kanarie']);
    expect(findOriginalTexts('terminals: [{ terminal_id: ABQX7B12 }]', originals)).toEqual(['qx7b']);
  });
});

describe('a twin of a deployment with other names and shapes', () => {
  it.each([bankingService, goService])('has the topology that bindings find: $name', async ({ open, keys }) => {
    const recorded = recordTexts(open());
    const { text, notes } = await write(recorded.transport, keys);
    const { terminals, groups, connectors } = read(text);
    expect([terminals.length, connectors.length]).toEqual([25, 5]);
    expect(groups.length).toBe(open === bankingService.open ? 7 : 9);
    expect(terminals.every(({ demand }) => (demand?.attempts_per_month ?? 0) > 0)).toBe(true);
    expect(terminals.every(({ cash }) => (cash?.cassettes.length ?? 0) > 0)).toBe(true);
    expect(terminals.every(({ surcharge }) => (surcharge?.flat_cents ?? 0) >= 0)).toBe(true);
    expect(notes.find(({ property }) => property === 'kinds of sites')).toEqual({
      property: 'kinds of sites',
      found: 0,
      of: 25,
    });
    const texts = recorded.listTexts();
    expect(texts.size).toBeGreaterThan(1000);
    expect(findOriginalTexts(text, texts)).toEqual([]);
  });

  it('places terminals of zones without a known town at a made-up place', async () => {
    const { text } = await write(goService.open(), goService.keys);
    const zones = read(text).terminals.map(({ location }) => location?.timezone);
    expect(new Set(zones)).toContain('Australia/Perth');
    expect(text).toContain('Sample Town');
  });
});

const JSON_TYPE = [['Content-Type', 'application/json']] as const;
const toJson = (value: unknown, status = 200) => ({
  status,
  headers: JSON_TYPE,
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

/** A service of the built-in shape that returns a page for each request. */
const servePages =
  (writePage: (path: string, query: URLSearchParams) => unknown): Transport =>
  async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return toJson(writePage(pathname, searchParams));
  };

const KEYS = new Map([['admin', 'secret-key-of-the-test']]);

const writeLocation = (number: number) => ({
  location_id: `loc_${number}`,
  terminal_ids: [`TERMINAL${number}`],
  name: 'A place',
});
const writeRow = (number: number) => ({
  transaction_id: `txn_${number}`,
  terminal_id: 'TERMINAL0',
  terminal_datetime: '2026-10-01T10:00:00Z',
  transaction_type: 'withdrawal',
  seq_no: '1',
  account_type: 'checking',
  emv: 'chip',
  response: '00',
  amt_req: '20.00',
  amt_comp: '20.00',
  sur_req: '3.00',
  sur_comp: '3.00',
});

/** Returns a list that never ends: each page has a cursor for the next one. */
const writeEndlessly =
  (writeItem: (number: number) => object, size: number, isRepeated = false) =>
  (query: URLSearchParams) => {
    const from = isRepeated ? 0 : Number(query.get('cursor') ?? 0);
    return {
      data: Array.from({ length: size }, (_, index) => writeItem(from + index)),
      page: { next_cursor: String(Number(query.get('cursor') ?? 0) + size) },
    };
  };

describe('a twin of a deployment with more transactions than are read', () => {
  it('has the volumes of the transactions of single terminals', async () => {
    const write = (number: number, hours: number) => ({
      ...writeRow(number),
      terminal_datetime: new Date(Date.UTC(2026, 9, 20) - hours * 3_600_000).toISOString(),
    });
    const transport = servePages((path, query) => {
      if (path === '/v1/locations') return { data: [0, 1, 2].map(writeLocation), page: { next_cursor: null } };
      if (path === '/v1/transactions') return writeEndlessly((number) => write(number, number / 1e6), 200)(query);
      const [, terminal] = /^\/v1\/terminals\/TERMINAL(\d)\/transactions$/.exec(path) ?? [];
      return terminal === undefined
        ? {}
        : writeEndlessly((number) => write(number, number * (Number(terminal) + 1)), 200)(query);
    });
    const twin = await createTwin({ target: TARGET, transport, keys: KEYS, salt: 'salt', bindings: builtinBindings });
    if ('problem' in twin) throw new Error(twin.problem);
    const volumes = read(twin.text).terminals.map(({ demand }) => demand?.attempts_per_month ?? 0);
    expect(volumes.toSorted((one, other) => one - other)).toEqual([240, 360, 720]);
    expect(twin.notes.find(({ property }) => property === 'transactions per month')?.reason).toMatch(
      /^from the transactions of 3 terminals, because: the transactions that were read happened within less than 2 days$/,
    );
  });
});

describe('a deployment that cannot be read', () => {
  const readProblem = async (transport: Transport, more: object = {}) => {
    const twin = await createTwin({
      target: TARGET,
      transport,
      keys: KEYS,
      salt: 'salt',
      bindings: builtinBindings,
      wait: async () => undefined,
      ...more,
    });
    if (!('problem' in twin)) throw new Error(`a twin was written:\n${twin.text}`);
    expect(twin.problem).not.toContain('secret-key-of-the-test');
    return twin.problem;
  };
  const serveLocations = (writePage: (query: URLSearchParams) => unknown): Transport =>
    servePages((path, query) =>
      path === '/v1/locations'
        ? writePage(query)
        : path === '/v1/transactions'
          ? { data: [writeRow(1)], page: { next_cursor: null } }
          : {},
    );

  it.each([
    [
      'refuses the key',
      async () => toJson({ title: 'no' }, 401),
      /no key can read anything: GET \/v1\/portal returned 401/,
    ],
    ['returns a text that is no JSON', async () => toJson('{"data": ['), /GET \/v1\/portal returned 200, but not JSON/],
    ['returns a page of HTML', async () => toJson('<!doctype html><html></html>'), /an HTML page/],
    ['returns empty objects', async () => toJson({}), /without data|no response names a terminal/],
    [
      'returns lists without end',
      serveLocations(writeEndlessly(writeLocation, 100)),
      /listLocations .* has more than 20000 rows/,
    ],
    [
      'repeats a page without end',
      serveLocations(writeEndlessly(writeLocation, 100, true)),
      /page 2 repeats earlier rows/,
    ],
  ] as const)('gives a problem if it %s', async (_, transport, expected) => {
    await expect(readProblem(transport)).resolves.toMatch(expected);
  });

  it('stops at the limits of requests, bytes and pages', async () => {
    let requests = 0;
    const endless = serveLocations(writeEndlessly(writeLocation, 10));
    const counting: Transport = (request) => {
      requests += 1;
      return endless(request);
    };
    const limits = { mostRequests: 100, mostBytes: 2 ** 30, mostPages: 1000 };
    await expect(readProblem(counting, { limits })).resolves.toMatch(/100 requests were sent/);
    expect(requests).toBe(100);
    await expect(readProblem(endless, { limits: { ...limits, mostBytes: 2 ** 14 } })).resolves.toMatch(/MiB were read/);
    await expect(readProblem(endless, { limits: { ...limits, mostRequests: 1000, mostPages: 3 } })).resolves.toMatch(
      /3 pages were read/,
    );
  });

  it.each(hostileServers)('gives a problem if it $name', async ({ respond }) => {
    const server = await serveRaw(respond);
    const twin = await createTwin({
      target: server.url,
      keys: KEYS,
      salt: 'salt',
      timeoutMs: 300,
      wait: async () => undefined,
    });
    await server.close();
    expect(Object.keys(twin)).toEqual(['problem']);
  });
});

describe('fleetkit fleet twin', () => {
  const withFolder = async (act: (file: string) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'fleet-twin-'));
    await act(join(folder, 'twin.yaml'));
    await rm(folder, { recursive: true });
  };

  it('writes a file that fleet check accepts, and lists what it read', () =>
    withFolder(async (file) => {
      const sandbox = await startSandbox({ port: 0 });
      const given = ['fleet', 'twin', sandbox.url, '--key', 'owner=sbx-delgado-owner', '--salt', 'one'];
      const { code, stdout, stderr } = await runFleetkit([...given, '--output', file]);
      const again = await runFleetkit(given);
      await sandbox.close();
      expect([code, stdout]).toEqual([0, `Wrote ${file}.\n`]);
      expect(stderr).toMatch(/^ {2}time zones +\d+ of \d+$/m);
      expect(stderr).toMatch(/^ {2}years of installation +0 of \d+; the sandbox chooses the others$/m);
      expect(stderr).toContain('Salt: one.');
      expect(again.stdout).toBe(await readFile(file, 'utf8'));
      expect((await runFleetkit(['fleet', 'check', file])).code).toBe(0);
      const refused = await runFleetkit([...given, '--output', file]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('already exists')]);
    }));

  it('writes nothing if the deployment refuses the key', () =>
    withFolder(async (file) => {
      const server = await serveHttp((_, response) => response.writeHead(401).end());
      const { code, stderr } = await runFleetkit([
        'fleet',
        'twin',
        server.url,
        '--key',
        'a=b-secret',
        '--output',
        file,
      ]);
      await server.close();
      expect(code).toBe(3);
      expect(stderr).toMatch(/^fleetkit: no key can read anything: .* returned 401 .*; nothing was written\n$/);
      expect(existsSync(file)).toBe(false);
    }));
});
