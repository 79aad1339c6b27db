import type { Command } from 'commander';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { type Check, checks, neutralised, reports, runIsolated } from '../../../conformance/index.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { applyBaselineOptions, readBaseline } from './baseline.ts';
import { explainCheck, formatChecks, formatChecksAsJson, parseSelection } from './catalogue.ts';
import { applyConfig, readConfigKeys, readContractChoice, readExpectations } from './config.ts';
import { writeDescription } from './description.ts';
import { addToHistory, openHistory } from './history.ts';
import { readKeys } from './keys.ts';
import type { ConformOptions } from './options.ts';
import { parseOutputs, writeOutputs } from './output.ts';
import { loadOwnChecks, toModuleUrl } from './own-checks.ts';
import { createProgress } from './progress.ts';
import { readReplay } from './replay.ts';
import { parseHeaders, parseTarget, readNetworkOptions } from './target.ts';

/* The actions of `fleetkit conform` and its subcommands, which load the kit. `command.ts` declares their options. */

/** `fleetkit conform`. */
export async function conform(url: string | undefined, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  const config = await applyConfig(command, refuse);
  const options = command.opts<ConformOptions>();
  const all = await loadChecks(options, refuse);
  if (options.explain !== undefined) return show(explainCheck(all, options.explain, { ...options, refuse }));
  const chosen = parseSelection(all, options, refuse);
  if (options.list === true) return show(listChecks(chosen, options));

  const replay = await readReplay(
    { url: url ?? config.target, config },
    { ...options, isSeedGiven: command.getOptionValueSource('seed') !== 'default' },
    refuse,
  );
  if (config.file !== undefined && options.quiet !== true) process.stderr.write(`fleetkit: uses ${config.file}\n`);
  const target = replay?.recording.target ?? parseTarget(url ?? config.target, refuse);
  const outputs = parseOutputs(options, reports, refuse);
  openHistory(options.history, refuse);
  const network = readNetworkOptions(target, options, refuse);
  const addedHeaders = parseHeaders(options.header, refuse);
  const known = readBaseline(options, all, refuse);
  const keys =
    replay?.recording.keys ?? readConfigKeys(config, options, refuse) ?? (await readKeys(options, target, refuse));
  const contract = readContractChoice(options, config, refuse);
  const { rate, allowWrites = false } = options;

  const found = await runIsolated({
    target,
    keys,
    checks: chosen,
    network,
    addedHeaders,
    depth: options.depth,
    bindings: config.bindings ?? 'infer',
    expectations: readExpectations(config, keys, { ...options, refuse }),
    ...omitUndefined({ contract }),
    strict: options.strict === true,
    allowWrites,
    allowUnverified: options.allowUnverified === true,
    challenge: options.challenge === true,
    failFast: options.failFast === true,
    ...omitUndefined({ known }),
    ...(options.checks === undefined ? {} : { ownChecks: toModuleUrl(options.checks) }),
    timeoutMs: options.timeout * 1000,
    runTimeoutMs: options.runTimeout * 1000,
    concurrency: options.concurrency,
    seed: replay?.seed ?? options.seed,
    ...(replay === undefined ? {} : { replay: replay.recording }),
    describe: options.describe !== undefined,
    record: outputs.some(({ format }) => format === 'har'),
    ...omitUndefined({ requestsPerSecond: rate }),
    onEvent: options.quiet === true ? () => undefined : createProgress(process.stderr, options.progress),
  });
  const result = applyBaselineOptions(found, { ...options, known }, refuse);
  addToHistory(options.history, result, refuse);
  writeDescription(options, found, refuse);
  writeOutputs(outputs, (format, reportOptions) => reports[format](result, reportOptions), refuse);
  const isPrinted = outputs.some(({ format, file }) => format === 'text' && file === undefined);
  if (result.stopped !== undefined && !isPrinted) process.stderr.write(`fleetkit: ${neutralised(result.stopped)}\n`);
  process.exitCode = result.exitCode;
}

/** `fleetkit conform list`. */
export async function list(command: Command): Promise<void> {
  const refuse = createRefuse(command);
  const options = await readOptions(command, refuse);
  const chosen = parseSelection(await loadChecks(options, refuse), options, refuse);
  show(listChecks(chosen, options));
}

/** `fleetkit conform explain`. */
export async function explain(id: string, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  const options = await readOptions(command, refuse);
  show(explainCheck(await loadChecks(options, refuse), id, { ...options, refuse }));
}

/** Returns the options of a subcommand, with those of `fleetkit conform` and its config file. */
async function readOptions(command: Command, refuse: Refuse): Promise<ConformOptions> {
  if (command.parent !== null) await applyConfig(command.parent, refuse);
  return command.optsWithGlobals<ConformOptions>();
}

const listChecks = (chosen: readonly Check[], { json }: Pick<ConformOptions, 'json'>): string =>
  json === true ? formatChecksAsJson(chosen) : formatChecks(chosen);

/** Returns the checks of the kit and the user's own checks. */
const loadChecks = async (options: Pick<ConformOptions, 'checks'>, refuse: Refuse) =>
  options.checks === undefined ? checks : [...checks, ...(await loadOwnChecks(options.checks, refuse))];

const show = (text: string): void => void process.stdout.write(text);
