import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkloads, MAX_ROWS, REPEATED_PATH, type Workload } from './workloads.ts';

/** The workloads and the data of all contenders, read from a running fleetkit. */
export interface BenchmarkData {
  readonly workloads: readonly Workload[];
  /** The data of bare-express.ts: a page and a location, and the rows of changing pages. */
  readonly referenceFile: string;
  readonly rowsFile: string;
  /** The contract with the same page and location as examples, for Prism to serve. */
  readonly contractFile: string;
}

export const headers = { 'X-API-Key': 'sbx-northway-admin' } as const;

interface List {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

/** Reads the rows of the server at `origin` and writes the data files of the other contenders to `folder`. */
export async function writeBenchmarkData(origin: string, folder: string): Promise<BenchmarkData> {
  const request = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${origin}${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T; // fleetkit validates its replies against its schemas
  };
  const filtersFrom = async (path: string, member: string, listIds: (item: List['data'][number]) => unknown[]) =>
    (await request<List>(path)).data.flatMap((item) => listIds(item).map((id) => `${member}=${String(id)}`));

  const terminals = await filtersFrom('/v1/locations', 'terminal_id', (item) => item.terminal_ids as string[]);
  const groups = await filtersFrom('/v1/terminal-groups', 'group_id', (item) => [item.group_id]);
  const filters: string[] = [];
  const rows: unknown[] = [];
  for (const filter of [...terminals, ...groups]) {
    const { data } = await request<List>(`/v1/transactions?limit=${2 * MAX_ROWS}&${filter}`);
    if (data.length < MAX_ROWS) continue;
    filters.push(filter);
    rows.push(...data);
  }
  const terminalId = terminals[0]?.split('=')[1] ?? '';
  const page = await request<List>(REPEATED_PATH);
  const location = await request<unknown>(`/v1/locations/${terminalId}`);

  const referenceFile = join(folder, 'reference.json');
  const rowsFile = join(folder, 'rows.json');
  const contractFile = join(folder, 'openapi.json');
  writeFileSync(referenceFile, JSON.stringify({ page, location }));
  writeFileSync(rowsFile, JSON.stringify(rows));
  writeFileSync(
    contractFile,
    addExamplesToContract({ '/v1/transactions': page, '/v1/locations/{terminal_id}': location }),
  );
  return { workloads: createWorkloads(terminalId, filters), referenceFile, rowsFile, contractFile };
}

interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly responses: Record<string, object> } }>>;
}

/** Returns the contract with an example for each path. Without it, Prism replies with a single generated row. */
function addExamplesToContract(examples: Readonly<Record<string, unknown>>): string {
  const file = new URL('../spec/generated/openapi.json', import.meta.url);
  const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract; // npm run check validates it
  for (const [path, example] of Object.entries(examples)) {
    const read = contract.paths[path]?.get;
    const reply = read?.responses['200'] as { content?: Record<string, object> } | undefined;
    const media = reply?.content?.['application/json'];
    if (media === undefined) throw new Error(`the contract shows no JSON reply of GET ${path}`);
    Object.assign(media, { example });
  }
  return JSON.stringify(contract);
}
