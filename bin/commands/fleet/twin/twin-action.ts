import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import { readConfig, readConfigKeys } from '../../conform/config.ts';
import { readKeys } from '../../conform/keys.ts';
import type { ConformOptions } from '../../conform/options.ts';
import { parseHeaders, parseTarget, readNetworkOptions } from '../../conform/target.ts';
import { toPrintable } from '../../shared/printable.ts';
import { formatFleetText, type Refuse, writeOutput } from '../output.ts';
import { createTwin, type Twin } from './create-twin.ts';

/** The options of `fleetkit fleet twin`, as commander reads them. */
export interface TwinOptions extends ConformOptions {
  readonly salt?: string;
}

const LONGEST_SALT = 200;
/** The exit code for a deployment without a twin. */
const UNREADABLE = 3;

/** The action of `fleetkit fleet twin`. */
export async function writeTwin(url: string | undefined, options: TwinOptions, refuse: Refuse): Promise<void> {
  const { output, salt = randomBytes(12).toString('hex') } = options;
  if (salt === '' || salt.length > LONGEST_SALT) refuse(`invalid --salt; expected 1 to ${LONGEST_SALT} characters`);
  if (output !== undefined && existsSync(output))
    refuse(`"${output}" already exists; choose another file, or remove it`);
  const config = await readConfig(options.configFile, refuse);
  const target = parseTarget(url ?? config.target, refuse, []);
  const keys = readConfigKeys(config, options, refuse) ?? (await readKeys(options, target, refuse));
  if (keys.size === 0) refuse('no key given; expected at least one with --key, --keys-file or FLEETKIT_KEYS');
  const twin = await createTwin({
    target,
    keys,
    salt,
    network: readNetworkOptions(target, options, refuse),
    addedHeaders: parseHeaders(options.header, refuse),
    timeoutMs: options.timeout * 1000,
    runTimeoutMs: options.runTimeout * 1000,
    ...omitUndefined({ bindings: config.bindings, requestsPerSecond: options.rate }),
  });
  if ('problem' in twin) {
    process.stderr.write(`fleetkit: ${twin.problem.split('\n').map(toPrintable).join('\n')}; nothing was written\n`);
    process.exitCode = UNREADABLE;
    return;
  }
  writeOutput(output, formatFleetText(twin.text, options.json), refuse);
  process.stderr.write(`${formatNotes(twin).join('\n')}\n`);
  process.stderr.write(`Salt: ${salt}. With --salt, the same data give the same file.\n`);
}

function formatNotes({ notes, requests }: Twin): readonly string[] {
  const width = Math.max(...notes.map(({ property }) => property.length));
  return [
    `Read with ${requests} requests:`,
    ...notes.map(({ property, found, of, reason }) => {
      const others = found < of || found === 0 ? '; the sandbox chooses the others' : '';
      return `  ${property.padEnd(width)}  ${found} of ${of}${others}${reason === undefined ? '' : ` (${reason})`}`;
    }),
  ];
}
