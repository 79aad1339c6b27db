import { existsSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import {
  type Bindings,
  costsOf,
  inferBindings,
  neutralised,
  unusableIn,
  writeConfig,
} from '../../conformance/index.ts';
import { configOf, keysByConfig } from './config.ts';
import { keysOf } from './keys.ts';
import type { Options } from './options.ts';
import type { Refuse } from './refuse.ts';
import { headersOf, networkOf, targetOf } from './target.ts';

const USUAL_FILE = 'fleetkit.conform.yaml';
const TO_SCREEN = '-';
const UNREACHABLE = 3;

/** `fleetkit conform init`: finds out where a service keeps things, and writes that down for review. */
export function initCommand(): Command {
  return new Command('init')
    .summary('find out where a service keeps things, and write a config')
    .description(
      'Finds out where the service at URL keeps what the document names only in words, and writes a config to review ' +
        `to the file of --output (default: ${USUAL_FILE}; ${TO_SCREEN} for the screen). It only reads. Takes --key, ` +
        '--keys-file, --rate, --timeout and the options of the network.',
    )
    .argument('[url]', 'where the paths of the service begin; as the config of --config says, if left out')
    .action(async (url: string | undefined, _own: object, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const refuse: Refuse = (message) => command.error(`error: ${message}`, { exitCode: 2 });
      await init(url, options, refuse);
    });
}

async function init(url: string | undefined, options: Options, refuse: Refuse) {
  const { rate, output = USUAL_FILE } = options;
  if (output !== TO_SCREEN && existsSync(output)) refuse(alreadyThere(output));
  const config = configOf(options.config, refuse);
  const target = targetOf(url ?? config.target, refuse);
  const keys = keysByConfig(config, options, refuse) ?? (await keysOf(options, target, refuse));
  if (keys.size === 0) refuse('it takes a key to look around; give one with --keys-file or FLEETKIT_KEYS');
  const found = await inferBindings({
    target,
    keys,
    network: networkOf(target, options, refuse),
    addedHeaders: headersOf(options.header, refuse),
    timeoutMs: options.timeout * 1000,
    ...(rate === undefined ? {} : { requestsPerSecond: rate }),
  });
  if ('problem' in found) {
    process.stderr.write(`fleetkit: ${neutralised(found.problem)}\n`);
    process.exitCode = UNREACHABLE;
    return;
  }
  const { bindings, redact, requests, isPublished } = found;
  write(output, writeConfig({ target, keys: keys.keys(), bindings, costs: costsOf(), safe: redact }), refuse);
  const screen = output === TO_SCREEN ? process.stderr : process.stdout;
  const notes = [
    inShort(bindings, requests),
    ...(isPublished
      ? []
      : ['It publishes no OpenAPI document that can be read: names and answers alone were gone by.']),
    ...wanting(bindings),
    ...(output === TO_SCREEN ? [] : [`Next: review ${output}, then fleetkit conform --config ${output}`]),
  ];
  screen.write(`${notes.join('\n')}\n`);
}

const alreadyThere = (file: string): string =>
  `"${file}" is there already, and somebody may have worked on it; name another with --output, or remove it`;

function write(file: string, text: string, refuse: Refuse): void {
  if (file === TO_SCREEN) return void process.stdout.write(text);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (thrown) {
    const exists = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
    refuse(exists ? alreadyThere(file) : `the config cannot be written to "${file}"`);
  }
}

function inShort({ origin, entries }: Bindings, requests: number): string {
  if (origin === 'builtin')
    return `The service answers in the shapes of the kit's own contract: there is nothing to bind (${requests} requests).`;
  const having = (confidence: string) =>
    Object.values(entries).filter((entry) => entry.confidence === confidence).length;
  return (
    `Found: ${having('certain')} bindings for certain, ${having('likely')} likely, ` +
    `${having('guess')} guessed and left as comments (${requests} requests).`
  );
}

/** What was not found or only guessed, with the checks that it keeps from a verdict; the rest in one line. */
function wanting(bindings: Bindings): string[] {
  const costs = costsOf();
  const unusable = unusableIn(bindings).map((slot) => ({ slot, cost: costs.get(slot) ?? [] }));
  const costly = unusable.filter(({ cost }) => cost.length > 0);
  const free = unusable.filter(({ cost }) => cost.length === 0).map(({ slot }) => slot);
  return [
    ...(costly.length === 0 ? [] : ['Not found, with the checks that cannot decide without it:']),
    ...costly.map(({ slot, cost }) => `  ${slot}: ${cost.join(', ')}`),
    ...(free.length === 0 ? [] : [`Not found, and no check depends on it alone: ${free.join(', ')}`]),
  ];
}
