import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import {
  type Bindings,
  inferBindings,
  listChecksBySlot,
  listUnusableSlots,
  neutralised,
  writeConfig,
} from '../../../conformance/index.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { readConfig, readConfigKeys } from './config.ts';
import { TO_SCREEN, USUAL_FILE } from './init-file.ts';
import { readKeys } from './keys.ts';
import type { ConformOptions } from './options.ts';
import { parseHeaders, parseTarget, readNetworkOptions } from './target.ts';

const UNREACHABLE = 3;

/** The action of `fleetkit conform init`. */
export async function initConfig(url: string | undefined, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ConformOptions>();
  const refuse = createRefuse(command);
  const { rate, output = USUAL_FILE } = options;
  if (output !== TO_SCREEN && existsSync(output)) refuse(describeExistingFile(output));
  const config = await readConfig(options.configFile, refuse);
  const target = parseTarget(url ?? config.target, refuse);
  const keys = readConfigKeys(config, options, refuse) ?? (await readKeys(options, target, refuse));
  if (keys.size === 0) refuse('no key given; expected at least one with --keys-file or FLEETKIT_KEYS');
  const found = await inferBindings({
    target,
    keys,
    network: readNetworkOptions(target, options, refuse),
    addedHeaders: parseHeaders(options.header, refuse),
    timeoutMs: options.timeout * 1000,
    ...omitUndefined({ requestsPerSecond: rate }),
  });
  if ('problem' in found) {
    process.stderr.write(`fleetkit: ${neutralised(found.problem)}\n`);
    process.exitCode = UNREACHABLE;
    return;
  }
  const { bindings, examples, redact, requests, isPublished } = found;
  const checksBySlot = listChecksBySlot();
  write(output, writeConfig({ target, keys: keys.keys(), bindings, checksBySlot, examples, redact }), refuse);
  const screen = output === TO_SCREEN ? process.stderr : process.stdout;
  const notes = [
    summariseBindings(bindings, requests),
    ...(isPublished
      ? []
      : ['The service publishes no readable OpenAPI document: bindings were inferred from names and replies only.']),
    ...listMissingBindings(bindings),
    ...(output === TO_SCREEN ? [] : [`Next: review ${output}, then ${formatNextCommand(output)}`]),
  ];
  screen.write(`${notes.join('\n')}\n`);
}

/** The command finds the usual file itself. */
const formatNextCommand = (output: string): string =>
  `fleetkit conform${output === USUAL_FILE ? '' : ` --config-file ${output}`}`;

const describeExistingFile = (file: string): string =>
  `"${file}" already exists and may contain edits; choose another file with --output, or remove it`;

function write(file: string, text: string, refuse: Refuse): void {
  if (file === TO_SCREEN) return void process.stdout.write(text);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (thrown) {
    const exists = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
    refuse(exists ? describeExistingFile(file) : `the config cannot be written to "${file}"`);
  }
}

function summariseBindings({ origin, entries }: Bindings, requests: number): string {
  if (origin === 'builtin')
    return `The service uses the shapes of the builtin contract: no bindings needed (${requests} requests).`;
  const having = (confidence: string) =>
    Object.values(entries).filter((entry) => entry.confidence === confidence).length;
  return (
    `Found: ${having('certain')} certain, ${having('likely')} likely and ` +
    `${having('guess')} guessed bindings; guesses are written as comments (${requests} requests).`
  );
}

/** Lists the bindings that were not found or only guessed, with the checks that need them; the others in one line. */
function listMissingBindings(bindings: Bindings): string[] {
  const costs = listChecksBySlot();
  const unusable = listUnusableSlots(bindings).map((slot) => ({ slot, cost: costs.get(slot) ?? [] }));
  const costly = unusable.filter(({ cost }) => cost.length > 0);
  const free = unusable.filter(({ cost }) => cost.length === 0).map(({ slot }) => slot);
  return [
    ...(costly.length === 0 ? [] : ['Not found, with the checks that cannot give a verdict without it:']),
    ...costly.map(({ slot, cost }) => `  ${slot}: ${cost.join(', ')}`),
    ...(free.length === 0 ? [] : [`Not found, but no check depends only on it: ${free.join(', ')}`]),
  ];
}
