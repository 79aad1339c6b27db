import { createReadStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { createTrafficJudge, neutralised, reports, type TrafficJudgeOptions } from '../../../conformance/index.ts';
import { readConfig, readContractChoice } from '../conform/config.ts';
import { parseKeys } from '../conform/keys.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { parseTarget } from '../conform/target.ts';
import { createRefuse } from '../shared/refuse.ts';
import { judgeArchives } from './judge-archives.ts';
import type { JudgeOptions } from './options.ts';

/**
 * How much the heap may grow between two collections, in percent. Without it, V8 lets garbage grow to several times the size of the objects in
 * use on machines with much memory.
 */
const HEAP_GROWTH = 40;

/** The action of `fleetkit judge`. */
export async function judge(files: readonly string[], options: JudgeOptions, command: Command): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const refuse = createRefuse(command);
  const outputs = parseOutputs(options, reports, refuse);
  const config = await readConfig(options.configFile, refuse);
  const contract = readContractChoice(options, config, refuse);
  const keys = parseKeys(
    (options.key ?? []).map((text) => ({ text })),
    refuse,
  );
  const judged: Omit<TrafficJudgeOptions, 'service'> = {
    keys,
    ...omitUndefined({ contract, bindings: config.bindings }),
    strict: options.strict === true,
    requireAll: options.requireAll === true,
    isFrozen: options.frozen === true,
    showValues: options.showValues === true,
  };
  const note = (text: string): void => {
    if (options.quiet !== true) process.stderr.write(`fleetkit: ${neutralised(text)}\n`);
  };
  const result = await judgeArchives(
    files.map((name) => ({ name, open: () => createReadStream(name) })),
    {
      service: options.service === undefined ? undefined : parseTarget(options.service, refuse, []),
      openJudge: (service) => createTrafficJudge({ ...judged, service }),
      note,
    },
  );
  if ('problem' in result) return refuse(neutralised(result.problem));
  writeOutputs(outputs, (format, reportOptions) => reports[format](result.result, reportOptions), refuse);
  process.exitCode = result.result.exitCode;
}
