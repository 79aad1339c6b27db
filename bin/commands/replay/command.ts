import { Command } from 'commander';
import { collectValues, parsePositive } from '../conform/options.ts';
import { createJsonOption } from '../shared/options/json-option.ts';
import type { ReplayCommandOptions } from './run.ts';

/** `fleetkit replay`: sends recorded requests again and compares the responses. */
export const replayCommand = (): Command =>
  new Command('replay')
    .description(
      'Sends the requests of a recording again and compares status, headers and shape of the responses. Exits with 1 if they differ.',
    )
    .usage('<recording...> --against <url> [options]')
    .argument('<recording...>', 'a folder of "fleetkit proxy --record", or HTTP archives')
    .requiredOption('-a, --against <url>', 'base URL of the service to send to')
    .option('--service <url>', 'base URL of the recorded service, if the recording has several')
    .option(
      '-k, --key <name=key>',
      'an API key, with the name that the recording has for it, or any name if it is the recorded key; repeatable',
      collectValues,
    )
    .option('--keys-file <file>', 'a file with one name=key per line, as in files with environment variables')
    .option('--allow-writes', 'also send requests that change data, in the recorded order')
    .option('--values', 'also compare values that all recorded responses to the same request had')
    .option(
      '-f, --format <format[=file]>',
      'report format and output file; repeatable: text, json (default: "text")',
      collectValues,
    )
    .addOption(createJsonOption('the report'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .option('-q, --quiet', 'suppress progress output')
    .optionsGroup('Pace and network:')
    .option(
      '--rate <number>',
      'requests per second (default: 5, no limit for a service on this machine)',
      parsePositive,
    )
    .option('--timeout <seconds>', 'maximum time for one request', parsePositive, 10)
    .option('--proxy <url>', 'use this proxy (default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY)')
    .option('--ca <file>', 'additional trusted certificate authority (PEM)')
    .option('--insecure', 'do not verify certificates')
    .option('--cert <file>', 'client certificate (PEM)')
    .option(
      '--cert-key <file>',
      'private key of the client certificate (PEM); if it is encrypted, FLEETKIT_CERT_KEY_PASSPHRASE decrypts it',
    )
    .action(async (recordings: readonly string[], options: ReplayCommandOptions, used: Command) => {
      const { runReplay } = await import('./run.ts');
      await runReplay(recordings, options, used);
    });
