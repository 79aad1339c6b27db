import type { Command } from 'commander';
import { formatDuration } from '../../../base/durations.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { checkReceiver, type ProbeResult, receiverReports } from '../../../conformance/index.ts';
import { probes } from '../../../conformance/receiver/all-probes.ts';
import type { Pace } from '../../../conformance/receiver/core/pace.ts';
import { createEffectCounter } from '../../../conformance/receiver/effects/effect-counter.ts';
import { generateTestSecret } from '../../../conformance/receiver/test-secret.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { parseHeaders, readPem } from '../conform/target.ts';
import { createRefuse } from '../shared/refuse.ts';
import { formatProbes } from './listing.ts';
import {
  isSetByDeliveries,
  parseEffectsUrl,
  parseHandlerUrl,
  parseProbeIds,
  parseProcessedTypes,
  parseTimeout,
  parseTolerance,
  type ReceiverCommandOptions,
  readScheme,
  readSecret,
} from './options.ts';

/** The action of `fleetkit receiver check`. */
export async function check(
  given: string | undefined,
  options: ReceiverCommandOptions,
  command: Command,
): Promise<void> {
  const refuse = createRefuse(command);
  if (options.newSecret === true) return void process.stdout.write(`${generateTestSecret()}\n`);
  if (options.list === true) return void process.stdout.write(formatProbes(probes, options));
  const url = parseHandlerUrl(given, refuse);
  const outputs = parseOutputs(options, receiverReports, refuse);
  const scheme = readScheme(options.scheme, refuse);
  const secret = readSecret(options, { url, scheme }, refuse);
  const timeoutMs = parseTimeout(options.timeout, refuse);
  const network = {
    timeoutMs,
    ...omitUndefined({ addresses: options.resolve }),
    addedHeaders: parseHeaders(options.header, refuse, isSetByDeliveries(scheme)),
    tls: {
      isUnchecked: options.insecure === true,
      ...(options.ca === undefined ? {} : { ca: readPem(options.ca, refuse) }),
    },
  };
  const toleranceSeconds = options.tolerance === undefined ? undefined : parseTolerance(options.tolerance, refuse);
  const maxRunMs =
    options.timeLimit === undefined ? undefined : parseTimeout(options.timeLimit, refuse, '--time-limit');
  const only = parseProbeIds(options.only, refuse);
  const processes = parseProcessedTypes(options, refuse);
  const effects =
    options.effects === undefined
      ? undefined
      : createEffectCounter(parseEffectsUrl(options.effects, refuse), timeoutMs);
  if (effects !== undefined) await effects().catch((thrown: Error) => refuse(`--effects: ${thrown.message}`));
  const result = await runOrReportDefect(() =>
    checkReceiver({
      url,
      network,
      scheme,
      secret,
      ...omitUndefined({ toleranceSeconds, maxRunMs }),
      seed: options.seed,
      ...omitUndefined({ only, effects, processes }),
      onPace: announceSlowRun,
      onProbe: createProbeProgress(only?.length ?? probes.length, options.progress),
    }),
  );
  if (result === undefined) return;
  writeOutputs(outputs, (format, reportOptions) => receiverReports[format](result, reportOptions), refuse);
  process.exitCode = result.exitCode;
}

/** Returns the result of `run`. If it throws, the kit is at fault: exits with 70. */
async function runOrReportDefect<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (thrown) {
    process.stderr.write(
      `fleetkit: internal error in the kit: ${thrown instanceof Error ? thrown.stack : String(thrown)}\n`,
    );
    process.exitCode = 70;
    return undefined;
  }
}

/** Announces how long a run may take if the handler responds slowly. */
function announceSlowRun({ isSlow, ordinaryMs, maxRunMs }: Pace): void {
  if (!isSlow) return;
  process.stderr.write(
    `The handler takes ${(ordinaryMs / 1000).toFixed(1)} s for an ordinary delivery, so the check can take ` +
      `${formatDuration(Math.round(maxRunMs / 1000))}; --time-limit sets another limit.\n`,
  );
}

/** On a terminal, shows progress in one line; as JSON, writes a line per event, as `fleetkit conform` does. */
function createProbeProgress(total: number, form: ReceiverCommandOptions['progress']): (result: ProbeResult) => void {
  if (form === 'json') {
    const write = (event: object): unknown => process.stderr.write(`${JSON.stringify(event)}\n`);
    write({ type: 'started', checks: total });
    return ({ id, outcome }) => void write({ type: 'check-finished', check_id: id, outcome });
  }
  if (!process.stderr.isTTY) return () => undefined;
  let done = 0;
  return ({ id }) => {
    done += 1;
    process.stderr.write(`\r\u001b[2K${done >= total ? '' : `${done}/${total} ${id}`.slice(0, 79)}`);
  };
}
