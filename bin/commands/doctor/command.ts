import { Command, Option } from 'commander';
import { createJsonOption } from '../shared/options/json-option.ts';
import { parsePort } from '../shared/options/parse-port.ts';
import type { DoctorOptions } from './options.ts';

/** `fleetkit doctor`: finds what prevents fleetkit from working on this machine. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Checks Node.js, the port, proxy variables, and what the options name: a data directory, a database, a target, a certificate. Prints ' +
        'each finding with what to do. Changes nothing.',
    )
    .addOption(
      new Option('-p, --port <port>', 'port on which a sandbox shall listen')
        .env('FLEETKIT_PORT')
        .default(4400)
        .argParser(parsePort),
    )
    .option('-d, --data <dir>', 'data directory, as for serve --data')
    .addOption(
      new Option('--database <url>', 'PostgreSQL database, as for serve --database').env('FLEETKIT_DATABASE_URL'),
    )
    .option('-u, --url <url>', 'address of a sandbox or of another service, whose clock and certificate are checked')
    .option('--tls-cert <file>', 'certificate, as for serve --tls-cert; needs --tls-key')
    .option('--tls-key <file>', 'private key of --tls-cert')
    .addOption(createJsonOption('the findings'))
    .addHelpText('after', '\nExits with 1 if there is a problem, and with 0 otherwise, also with warnings.')
    .action(async (options: DoctorOptions, command: Command) => {
      if ((options.tlsCert === undefined) !== (options.tlsKey === undefined))
        command.error('error: --tls-cert and --tls-key need each other.', { exitCode: 2 });
      if (options.url !== undefined && !/^https?:$/.test(URL.parse(options.url)?.protocol ?? ''))
        command.error('error: --url: expected a URL that starts with http:// or https://.', { exitCode: 2 });
      const { runDoctor } = await import('./doctor-action.ts');
      await runDoctor(options);
    });
}
