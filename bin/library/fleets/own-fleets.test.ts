import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UnusableData } from '../../../server/storage/unusable-data.ts';
import { type SandboxOptions, startSandbox } from '../start-sandbox.ts';
import { InvalidFleet } from './own-fleets.ts';

const RIVERSIDE = `name: Riverside ATM
timezone: America/Chicago
users:
  - { user_id: usr_rv_admin, role: iso_admin, keys: [sbx-riverside-admin] }
  - { user_id: usr_rv_tech, role: technician, assigned: { terminal_ids: [RV000002] }, keys: [sbx-riverside-tech] }
terminals:
  - terminal_id: RV000001
    edges: { attempts: [{ at: '2026-10-30T18:20:07-05:00', amount_cents: 12000, response: '51' }] }
  - terminal_id: RV000002
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetkit-fleets-'));
  await writeFile(join(folder, 'riverside.yaml'), RIVERSIDE);
});
afterAll(() => rm(folder, { recursive: true }));

async function read(options: SandboxOptions, path: string, key = 'sbx-riverside-admin') {
  const sandbox = await startSandbox({ port: false, ...options });
  try {
    const response = await sandbox.fetch(new Request(`${sandbox.url}/v1/${path}`, { headers: { 'x-api-key': key } }));
    return { status: response.status, body: (await response.json()) as { readonly data: readonly Row[] } };
  } finally {
    await sandbox.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

const listTerminals = ({ body }: Awaited<ReturnType<typeof read>>) =>
  body.data.flatMap((row) => row.terminal_ids as readonly string[]).toSorted();

describe('a sandbox with a fleet file', () => {
  const fleets = () => [join(folder, 'riverside.yaml')];

  test('serves it to the keys of the file, each with its scope, beside the six fleets', async () => {
    expect(listTerminals(await read({ fleets: fleets() }, 'locations'))).toEqual(['RV000001', 'RV000002']);
    expect(listTerminals(await read({ fleets: fleets() }, 'locations', 'sbx-riverside-tech'))).toEqual(['RV000002']);
    expect(listTerminals(await read({ fleets: fleets() }, 'locations', 'sbx-delgado-owner'))).toEqual([
      'DG000101',
      'DG000202',
    ]);
  });

  test('shows the exact rows of the file', async () => {
    const { body } = await read({ fleets: fleets() }, 'transactions?terminal_id=RV000001&limit=500');
    expect(body.data.find((row) => row.terminal_datetime === '2026-10-30T18:20:07-05:00')).toMatchObject({
      amt_req: '120.00',
      amt_comp: '0.00',
      response: '51',
    });
  });

  test.each(['Ann 2', 'J. R. Smith Jr.', '<b>', 'Иван', '東京', undefined])(
    'serves the portal to a user with the name %s, who states no address',
    async (display_name) => {
      const user = { user_id: 'usr_ls_0', role: 'iso_admin', keys: ['sbx-lakeside-admin'] };
      const fleet = {
        name: 'Lakeside',
        users: [display_name === undefined ? user : { ...user, display_name }],
        terminals: 1,
      };
      const { status } = await read({ fleets: [fleet] }, 'portal', 'sbx-lakeside-admin');
      expect(status).toBe(200);
    },
  );

  test('gets the contents as an object, too', async () => {
    const fleet = { name: 'Lakeside', terminals: [{ terminal_id: 'LS000001' }] };
    expect(listTerminals(await read({ fleets: [fleet] }, 'locations', 'sbx-lakeside-admin'))).toEqual(['LS000001']);
  });

  test('remembers it in its data directory, and refuses another one there', async () => {
    const data = join(folder, 'data');
    await read({ fleets: fleets(), data }, 'locations');
    expect(listTerminals(await read({ data }, 'locations'))).toEqual(['RV000001', 'RV000002']);
    expect(listTerminals(await read({ fleets: fleets(), data }, 'locations'))).toEqual(['RV000001', 'RV000002']);
    const other = [{ name: 'Lakeside', terminals: 1 }];
    await expect(startSandbox({ port: false, fleets: other, data })).rejects.toThrow(UnusableData);
    await expect(startSandbox({ port: false, fleets: other, data })).rejects.toThrow(
      /other fleet files.*without --fleet/,
    );
  });

  test('does not start with a file that has faults or cannot be read, and creates no data directory', async () => {
    const data = join(folder, 'none');
    await expect(startSandbox({ port: false, fleets: [{ name: 'X', terminals: 'three' }], data })).rejects.toThrow(
      InvalidFleet,
    );
    await expect(startSandbox({ port: false, fleets: [join(folder, 'missing.yaml')], data })).rejects.toThrow(
      /missing\.yaml cannot be read/,
    );
    const twice = [
      { name: 'Same', terminals: 1 },
      { name: 'Same', terminals: 1 },
    ];
    await expect(startSandbox({ port: false, fleets: twice, data })).rejects.toThrow(/belongs to another fleet/);
    const sandbox = await startSandbox({ port: false, data }); // it would refuse the files of another start
    await sandbox.close();
  });
});
