import { Command } from 'commander';
import { TO_SCREEN, USUAL_FILE } from './init-file.ts';

/** `fleetkit conform init`: infers the bindings of a service and writes them to a config file for review. */
export function initCommand(): Command {
  return new Command('init')
    .summary('infer the bindings of a service and write a config file')
    .description(
      'Infers where the service at URL returns the values that the document names without a schema, and writes a config ' +
        `for review to --output (default: ${USUAL_FILE}; ${TO_SCREEN} for standard output). Sends only read requests. ` +
        'Accepts --key, --keys-file, --rate, --timeout and the network options.',
    )
    .argument('[url]', 'base URL of the service (default: the target in --config-file)')
    .action(async (url: string | undefined, _own: object, command: Command) => {
      const { initConfig } = await import('./init-action.ts');
      await initConfig(url, command);
    });
}
