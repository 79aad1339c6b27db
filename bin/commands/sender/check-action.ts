import type { Command } from 'commander';
import { checkSender } from '../../../conformance/sender/check-sender.ts';
import { senderChecks } from '../../../conformance/sender/checks/index.ts';
import { parseRecording, type Recording } from '../../../conformance/sender/core/delivery-record.ts';
import { senderReports } from '../../../conformance/sender/reports/index.ts';
import type { SignatureScheme } from '../../../conformance/webhooks/scheme.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { parseTolerance, readScheme } from '../receiver/options.ts';
import { formatJson } from '../shared/options/json-option.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { listen } from './listen.ts';
import { readNamedFile, readSenderSecrets, type SenderOptions } from './options.ts';

/** Options that have no effect with a recording. */
const FOR_AN_INBOX = ['listen', 'record', 'for', 'count', 'passive', 'retryAfter', 'withhold', 'allowGone'];

/** The action of `fleetkit sender check`. */
export async function check(options: SenderOptions, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  if (options.list === true) return void process.stdout.write(formatSenderChecks(options));
  const outputs = parseOutputs(options, senderReports, refuse);
  const scheme = readScheme(options.scheme, refuse);
  const secrets = readSenderSecrets(options, scheme, refuse);
  const toleranceSeconds = parseTolerance(options.tolerance, refuse);
  const idle = FOR_AN_INBOX.find((name) => command.getOptionValueSource(name) === 'cli');
  if (options.recording !== undefined && idle !== undefined)
    return refuse(
      `--${idle.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} has no effect with --recording; omit one of them`,
    );
  const recording = await readRecording(options, scheme, refuse);
  if (recording === undefined) {
    process.exitCode = 3;
    return;
  }
  const result = checkSender({
    ...recording,
    scheme,
    secrets,
    canaries: options.canary ?? [],
    areTests: options.tests === true,
    eventNameAt: options.eventAt,
    contract: options.contract,
    isStrict: options.strict === true,
    toleranceSeconds,
  });
  writeOutputs(outputs, (format, reportOptions) => senderReports[format](result, reportOptions), refuse);
  process.exitCode = result.exitCode;
}

async function readRecording(
  options: SenderOptions,
  scheme: SignatureScheme,
  refuse: Refuse,
): Promise<Recording | undefined> {
  if (options.recording === undefined) return listen(options, scheme, refuse);
  const read = parseRecording(readNamedFile(options.recording, 'the recording', refuse), options.recording);
  return 'problem' in read ? refuse(read.problem) : read.recording;
}

/** Lists the checks, one per line. */
function formatSenderChecks({ json }: Pick<SenderOptions, 'json'>): string {
  if (json === true) return formatJson(senderChecks.map(({ id, level, title }) => ({ id, level, title })));
  const lines = senderChecks.map(({ id, level, title }) => `${id.padEnd(32)} ${level.padEnd(8)} ${title}`);
  return `${lines.join('\n')}\n\nAdvice affects the exit code only with --strict.\n`;
}
