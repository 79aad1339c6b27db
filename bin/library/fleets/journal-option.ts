import { readFile } from 'node:fs/promises';
import { isNestedTooDeep, MAX_NESTING } from '../../../base/nesting/nesting.ts';
import { isRelativeStart } from '../../../server/world/state/start.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { isRecord } from '../options/check-options.ts';
import { seedRule, terminalsRule } from '../options/sandbox-option-rules.ts';
import type { SandboxOptions } from '../options/sandbox-options.ts';
import { startRule } from '../options/start-option.ts';
import type { FleetText } from './own-fleets.ts';

/** An exported journal, with all that a sandbox needs to begin with it. */
export interface JournalOption {
  /** How messages call it. */
  readonly name: string;
  readonly seed: number;
  /** An instant; undefined in documents of earlier versions. */
  readonly start: string | undefined;
  readonly terminals: number | undefined;
  readonly fleets: readonly FleetText[];
  /** The document without the texts of fleet files. Its other members are checked when it is imported. */
  readonly document: object;
}

const FORMAT = 'fleetkit-scenario/1';

/** Options that the document contains, and one with which it cannot be combined. */
const EXCLUDED = ['seed', 'start', 'terminals', 'fleets', 'database'] as const;

/**
 * Reads the option `journal`, so that a file that cannot be used is refused before anything is opened.
 * @throws {RangeError} For a file that is no whole document of all tenants, and for an option that it excludes.
 */
export async function readJournalOption(journal: string | object, options: SandboxOptions): Promise<JournalOption> {
  const excluded = EXCLUDED.find((name) => options[name] !== undefined);
  if (excluded === 'database')
    throw new RangeError('journal and database exclude each other: import the file with fleetkit journal import.');
  if (excluded !== undefined)
    throw new RangeError(`The journal contains the ${excluded}: leave out the option ${excluded}.`);
  const name = typeof journal === 'string' ? journal : 'journal';
  const refuse = (reason: string): RangeError => new RangeError(`${name} cannot be restored: ${reason}.`);
  const contents: unknown = typeof journal === 'string' ? await readJson(journal, refuse) : journal;
  if (!isRecord(contents) || !('format' in contents)) throw refuse('it is no document of fleetkit journal export');
  if (isNestedTooDeep(contents)) throw refuse(`it is nested deeper than ${MAX_NESTING} levels`);
  const {
    format,
    seed,
    start,
    tenant_id: tenantId,
    terminals = null,
    fleet_files: texts = [],
    ...rest
  } = contents as Readonly<Record<string, unknown>>; // any value may be any type
  if (format !== FORMAT)
    throw refuse(`its format is ${JSON.stringify(format)?.slice(0, 60)}, and this version restores ${FORMAT}`);
  if (!seedRule.accepts(seed)) throw refuse(`its seed is not ${seedRule.expected}`);
  if (start !== undefined && !(startRule.accepts(start) && isRelativeStart(String(start)) === false))
    throw refuse('its start is no instant from 2010 to 2099');
  if (tenantId !== null)
    throw refuse(
      'it is about one tenant; export it with the token of the operator, or import it with fleetkit journal import',
    );
  if (terminals !== null && !terminalsRule.accepts(terminals))
    throw refuse(`its number of terminals is not ${terminalsRule.expected}`);
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw refuse('its fleet_files are no list of texts');
  return {
    name,
    seed: Number(seed),
    start: start === undefined ? undefined : String(start),
    terminals: terminals === null ? undefined : Number(terminals),
    fleets: texts.map((text: string, index) => ({ name: `${name}, fleet file ${index + 1}`, text })),
    document: { ...rest, format, seed, ...(start !== undefined && { start }), tenant_id: tenantId },
  };
}

async function readJson(path: string, refuse: (reason: string) => RangeError): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (thrown) {
    throw refuse(thrown instanceof Error ? thrown.message : String(thrown));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('it is not JSON. Only a part of it may have been copied'); // the message of the parser repeats the text
  }
}

interface ImportingSandbox {
  /** Where the control plane answers. */
  readonly url: string;
  readonly operatorToken: string;
  fetch(request: Request): Promise<Response>;
}

/** Imports the document into a new sandbox. @throws {RangeError} If the sandbox refuses it. */
export async function importJournal({ name, document }: JournalOption, sandbox: ImportingSandbox): Promise<void> {
  const headers = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
  const body = new Blob([JSON.stringify(document)]);
  const response = await sandbox.fetch(
    new Request(`${sandbox.url}/sandbox/journal`, { method: 'POST', headers, body }),
  );
  if (response.ok) return;
  const { detail, errors = [] } = (await response.json()) as SandboxSchemas['SandboxProblem']; // every refusal is one
  const faults = errors.map(({ pointer = '', detail: fault }) => ` ${pointer}: ${fault}`).join('');
  throw new RangeError(`${name} cannot be restored: ${detail}${faults}`);
}
