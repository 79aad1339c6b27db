import { readFileSync, statSync } from 'node:fs';
import {
  type Config,
  type HarFile,
  listServices,
  MOST_HAR_BYTES,
  neutralised,
  parseHarFile,
  readRecording,
  type TrafficRecording,
} from '../../../conformance/index.ts';
import type { Refuse } from '../shared/refuse.ts';
import { readConfigKeys } from './config.ts';
import { readKeys } from './keys.ts';
import type { ConformOptions } from './options.ts';
import { parseTarget } from './target.ts';

/** The recording that `--replay` names, and the seed of the run that made it. */
export interface Replay {
  readonly recording: TrafficRecording;
  readonly seed: number | undefined;
}

interface ReplayRequest {
  /** The base URL that the user gave, if any. */
  readonly url: string | undefined;
  readonly config: Config;
}

/** The options that concern requests over the network. */
const NETWORK_OPTIONS = {
  proxy: '--proxy',
  ca: '--ca',
  insecure: '--insecure',
  cert: '--cert',
  certKey: '--cert-key',
  header: '--header',
  rate: '--rate',
} as const satisfies Partial<Record<keyof ConformOptions, string>>;

/** Reads the archive that `--replay` names; `undefined` without that option. */
export async function readReplay(
  { url, config }: ReplayRequest,
  options: ConformOptions & { readonly isSeedGiven: boolean },
  refuse: Refuse,
): Promise<Replay | undefined> {
  const { replay: file, allowWrites, key, keysFile, isSeedGiven } = options;
  if (file === undefined) return undefined;
  const useless = (Object.keys(NETWORK_OPTIONS) as (keyof typeof NETWORK_OPTIONS)[]).find(
    (name) => options[name] !== undefined,
  ); // its own keys
  if (useless !== undefined)
    return refuse(`${NETWORK_OPTIONS[useless]} has no effect with --replay, which sends nothing; leave it out`);
  const archive = parseHarFile(readArchive(file, refuse));
  if ('problem' in archive) return refuse(`the recording "${file}" ${neutralised(archive.problem)}`);
  const target = chooseTarget(archive, { url, file }, refuse);
  if (archive.own !== undefined && (key !== undefined || keysFile !== undefined))
    return refuse(
      `the recording "${file}" has its own keys (${[...archive.own.keys.keys()].join(', ')}); leave out --key and --keys-file`,
    );
  const given = archive.own === undefined ? await readGivenKeys(config, { ...options, target }, refuse) : undefined;
  const { recording, leftOut } = readRecording(archive, { target, given });
  if (recording.entries.length === 0)
    return refuse(`the recording "${file}" has no usable exchange of ${target}${listReasons(leftOut)}`);
  if (allowWrites === true && !recording.entries.some(({ method }) => method === 'POST'))
    return refuse(`the recording "${file}" has no writes; leave out --allow-writes, or record with it`);
  for (const [reason, count] of leftOut)
    process.stderr.write(
      `fleetkit: ${count} recorded ${count === 1 ? 'exchange is' : 'exchanges are'} not used: ${reason}\n`,
    );
  return { recording, seed: isSeedGiven ? undefined : recording.seed };
}

const listReasons = (leftOut: ReadonlyMap<string, number>): string =>
  leftOut.size === 0 ? '' : `: ${[...leftOut].map(([reason, count]) => `${reason} (${count})`).join('; ')}`;

function readArchive(file: string, refuse: Refuse): string {
  try {
    const { size } = statSync(file);
    if (size <= MOST_HAR_BYTES) return readFileSync(file, 'utf8');
  } catch {
    return refuse(`the recording "${file}" cannot be read`);
  }
  return refuse(`the recording "${file}" is larger than ${MOST_HAR_BYTES / 2 ** 20} MiB; record fewer exchanges`);
}

/** Returns the base URL of the recorded service: the only one, or the one that the user names. */
function chooseTarget(
  archive: HarFile,
  { url, file }: { readonly url: string | undefined; readonly file: string },
  refuse: Refuse,
): string {
  const services = listServices(archive);
  const [only] = services;
  if (only === undefined)
    return refuse(
      `the recording "${file}" has no request of a documented path, such as https://portal.example/v1/portal`,
    );
  const shown = neutralised(services.slice(0, 10).join(', '));
  if (url === undefined)
    return services.length === 1
      ? only
      : refuse(
          `the recording "${file}" has several services: ${shown}; name one: fleetkit conform URL --replay ${file}`,
        );
  const wanted = parseTarget(url, refuse);
  const known = services.find((one) => parseTarget(one, refuse) === wanted);
  return known ?? refuse(`the recording "${file}" has no requests of ${wanted}; expected ${shown}`);
}

/** Returns the keys that the user names for an archive of other software; `undefined` if none, also not in the environment. */
async function readGivenKeys(
  config: Config,
  options: ConformOptions & { readonly target: string },
  refuse: Refuse,
): Promise<ReadonlyMap<string, string> | undefined> {
  const named = readConfigKeys(config, options, refuse);
  const isNamed =
    options.key !== undefined ||
    options.keysFile !== undefined ||
    process.env.FLEETKIT_KEYS ||
    process.env.FLEETKIT_KEY;
  return named ?? (isNamed ? await readKeys(options, options.target, refuse) : undefined);
}
