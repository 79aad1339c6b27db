import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stringify } from 'yaml';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import { readFleetShape } from '../../../../conformance/fleet-shape/read-fleet-shape.ts';
import type { ShapeNote } from '../../../../conformance/fleet-shape/shape.ts';
import { tenants as usualTenants } from '../../../../fixtures/index.ts';
import { hardware } from '../../../../fixtures/model/hardware.ts';
import { MOST_TERMINALS } from '../../../../fixtures/own/find-fleet-faults.ts';
import { toSnakeCase } from '../../../../fixtures/own/member-case.ts';
import { formatFleetFault, readFleet } from '../../../../fixtures/own/read-fleet.ts';
import { readConfig, readConfigKeys } from '../../conform/config.ts';
import { readKeys } from '../../conform/keys.ts';
import type { ConformOptions } from '../../conform/options.ts';
import { parseHeaders, parseTarget, readNetworkOptions } from '../../conform/target.ts';
import { toPrintable } from '../../shared/printable.ts';
import { type Refuse, SCHEMA_COMMENT, writeOutput } from '../output.ts';
import { buildTwin } from './build-twin.ts';
import { createWordDraws } from './draw-words.ts';

/** The options of `fleetkit fleet twin`, as commander reads them. */
export interface TwinOptions extends ConformOptions {
  readonly salt?: string;
}

const LONGEST_SALT = 200;

/** The action of `fleetkit fleet twin`. */
export async function writeTwin(url: string | undefined, options: TwinOptions, refuse: Refuse): Promise<void> {
  const { output, salt = randomBytes(12).toString('hex') } = options;
  if (salt === '' || salt.length > LONGEST_SALT) refuse(`invalid --salt; expected 1 to ${LONGEST_SALT} characters`);
  if (output !== undefined && existsSync(output))
    refuse(`"${output}" already exists; choose another file, or remove it`);
  const config = readConfig(options.config, refuse);
  const target = parseTarget(url ?? config.target, refuse, []);
  const keys = readConfigKeys(config, options, refuse) ?? (await readKeys(options, target, refuse));
  if (keys.size === 0) refuse('no key given; expected at least one with --key, --keys-file or FLEETKIT_KEYS');
  const read = await readFleetShape({
    target,
    keys,
    salt,
    models: Object.keys(hardware),
    mostTerminals: MOST_TERMINALS,
    network: readNetworkOptions(target, options, refuse),
    addedHeaders: parseHeaders(options.header, refuse),
    timeoutMs: options.timeout * 1000,
    runTimeoutMs: options.runTimeout * 1000,
    ...omitUndefined({ bindings: config.bindings, requestsPerSecond: options.rate }),
  });
  if ('problem' in read) return refuse(`${toPrintable(read.problem)}; nothing was written`);
  const text = formatTwin(buildTwin(read.shape, createWordDraws({ salt, isTaken: read.containsOriginal })));
  const checked = readFleet(text, usualTenants);
  if ('faults' in checked) {
    const faults = checked.faults.slice(0, MOST_SHOWN).map((fault) => formatFleetFault('twin', fault));
    return refuse(`the twin is no fleet that the sandbox can serve; nothing was written:\n${faults.join('\n')}`);
  }
  writeOutput(output, text, refuse);
  process.stderr.write(`${formatNotes(read.notes, read.requests).join('\n')}\n`);
  process.stderr.write(`Salt: ${salt}. With --salt, the same data give the same file.\n`);
}

const MOST_SHOWN = 10;

/** Formats a twin as YAML, with a line for each terminal. */
function formatTwin({ terminals, ...company }: ReturnType<typeof buildTwin>): string {
  const rows = Array.isArray(terminals) ? terminals : [];
  return [
    SCHEMA_COMMENT,
    '# The shape of a deployment. All names, addresses, ids and keys are made up.',
    stringify(toSnakeCase(company), { lineWidth: 120 }).trimEnd(),
    'terminals:',
    ...rows.map((terminal) => `  - ${JSON.stringify(toSnakeCase(terminal))}`),
    '',
  ].join('\n');
}

function formatNotes(notes: readonly ShapeNote[], requests: number): readonly string[] {
  const width = Math.max(...notes.map(({ property }) => property.length));
  return [
    `Read with ${requests} requests:`,
    ...notes.map(({ property, found, of, reason }) => {
      const count = `${found} of ${of}`;
      const rest =
        found < of || found === 0
          ? `; the sandbox chooses the others${reason === undefined ? '' : ` (${reason})`}`
          : '';
      return `  ${property.padEnd(width)}  ${count}${rest}`;
    }),
  ];
}
