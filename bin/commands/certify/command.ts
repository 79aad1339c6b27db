import { Command, Option } from 'commander';
import { createJsonOption } from '../shared/options/json-option.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';

const DAYS = 90;
const MOST_DAYS = 730;

/** `fleetkit certify`: writes and verifies certificates. */
export function certifyCommand(): Command {
  return new Command('certify')
    .description(
      'Writes a signed document from the JSON reports of conform, sender check, receiver check and client check: each rule of this ' +
        'version with its verdict, and what was not verified. The document is self-declared: its signature shows that nothing was ' +
        'changed, not who checked.',
    )
    .usage('[options] <report...>')
    .argument('<report...>', 'JSON reports, such as one of: fleetkit conform URL --format json=report.json')
    .option('--subject <name>', 'name of what was checked (default: its URL)')
    .option('--key <file>', 'private key to sign with: Ed25519, PEM (default: a new one, which is not kept)')
    .addOption(
      new Option('--days <n>', 'days until the certificate expires')
        .argParser(createWholeNumberParser(1, MOST_DAYS))
        .default(DAYS),
    )
    .option('-o, --output <file>', 'output file (default: standard output)')
    .option('--badge <file>', 'also write a badge (SVG)')
    .action(async (reports: readonly string[], _options, command: Command) => {
      (await import('./certify-action.ts')).certify(command, reports);
    })
    .addCommand(
      new Command('verify')
        .description(
          'Verifies a certificate without a network: its signature, its form and its dates. Exits with 1 if it is not valid.',
        )
        .argument('<file>', 'the certificate')
        .option('--issuer-key <file>', 'public key of the issuer that you expect: Ed25519, PEM')
        .addOption(createJsonOption('the verified statement'))
        .action(async (file: string, _options, command: Command) => {
          (await import('./certify-action.ts')).verify(command, file);
        }),
    )
    .addCommand(
      new Command('badge')
        .description('Draws the badge (SVG) of a valid certificate.')
        .argument('<file>', 'the certificate')
        .option('-o, --output <file>', 'output file (default: standard output)')
        .action(async (file: string, _options, command: Command) => {
          (await import('./certify-action.ts')).badge(command, file);
        }),
    );
}
