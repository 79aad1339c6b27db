import { Command, Option } from 'commander';
import { REPORT_FORMATS } from '../../../conformance/reports/formats.ts';
import { collectValues } from '../conform/options.ts';
import { parseListenAddress } from '../sender/options.ts';
import { createJsonOption } from '../shared/options/json-option.ts';
import { type ProxyCommandOptions, parseRunTime, parseSize } from './options.ts';

/** `fleetkit proxy`: forwards to a deployment and judges the traffic. */
export const proxyCommand = (): Command =>
  new Command('proxy')
    .description(
      'Forwards requests to a deployment, judges the traffic as it passes, and shows each violation. Ends with Ctrl-C or after ' +
        '--for, with a report and the exit codes of "conform". Sends no request other than those of its clients, and one for the published contract.',
    )
    .usage('--upstream <url> [options]')
    .requiredOption('-u, --upstream <url>', 'base URL of the deployment')
    .option('-l, --listen <host:port>', 'address for clients; port 0 picks a free port', parseListenAddress, {
      host: '127.0.0.1',
      port: 4480,
    })
    .option('--allow-remote', 'allow --listen and --page at addresses that other machines can reach')
    .option('--for <duration>', 'end after this time, such as 90s or 8h', parseRunTime)
    .optionsGroup('Judging:')
    .option('-k, --key <name=key>', 'the name of an API key in reports; repeatable', collectValues)
    .option('--keys-file <file>', 'a file with one name=key per line, as in files with environment variables')
    .option(
      '--contract <what>',
      'contract of requests and responses: builtin, published, or a file with an OpenAPI document (default: published, or builtin if it fits)',
    )
    .option('--strict', 'also fail on assumed rules: those that the document leaves open and the contract defines')
    .option(
      '--fail',
      'send a 502 in place of a response that violates a rule; responses are then held until they are complete',
    )
    .addOption(
      new Option(
        '--privacy <level>',
        'hashes: write only salted hashes of the traffic, which no one can compare after the end; excludes --record',
      )
        .choices(['redacted', 'hashes'])
        .default('redacted'),
    )
    .option('--show-values', 'show values of the traffic in reports; without it, digests replace them')
    .optionsGroup('Recording:')
    .option('--record <folder>', 'record the traffic as HTTP archives, without keys, for "judge" and "replay"')
    .addOption(
      new Option('--record-limit <size>', 'size of all archives, such as 200m; the oldest are deleted')
        .argParser(parseSize)
        .default(2 ** 30, '1g'),
    )
    .optionsGroup('Reports:')
    .option('--page <host:port>', 'show violations on a page at this address', parseListenAddress)
    .option(
      '-f, --format <format[=file]>',
      `report format and output file; repeatable: ${REPORT_FORMATS.join(', ')} (default: "text")`,
      collectValues,
    )
    .addOption(createJsonOption('the report'))
    .option('-o, --output <file>', 'output file for the report that has no =FILE')
    .option('-q, --quiet', 'suppress the lines about violations')
    .optionsGroup('Network:')
    .option('--ca <file>', 'additional trusted certificate authority of the deployment (PEM)')
    .option('--insecure', 'do not verify certificates; every report states this')
    .option('--cert <file>', 'client certificate for the deployment (PEM)')
    .option(
      '--cert-key <file>',
      'private key of the client certificate (PEM); if it is encrypted, FLEETKIT_CERT_KEY_PASSPHRASE decrypts it',
    )
    .action(async (options: ProxyCommandOptions, used: Command) => {
      const { runProxy } = await import('./run.ts');
      await runProxy(options, used);
    });
