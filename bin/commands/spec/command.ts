import { Command, Option } from 'commander';
import { EXPORTS, type SpecOptions } from './options.ts';

/** `fleetkit spec`. */
export function specCommand(): Command {
  const command = new Command('spec')
    .description(
      'Prints the contract as one OpenAPI 3.1 document, or as a file for another tool. Extension members of the document mark what is ' +
        'documented and what is assumed.',
    )
    .optionsGroup('Document:')
    .option('--public', 'print the document that /v1/integrations/public-openapi.json returns to customers')
    .option('--sandbox', 'print the contract of the control plane under /sandbox')
    .option('--json', 'print JSON, which is the default')
    .addOption(new Option('--yaml', 'print YAML instead of JSON').conflicts('json'))
    .optionsGroup('Instead of an OpenAPI document:');
  for (const [name, description] of Object.entries(EXPORTS)) {
    const others = Object.keys(EXPORTS).filter((other) => other !== name);
    command.addOption(
      new Option(name === 'bruno' ? '--bruno <dir>' : `--${name}`, `write ${description}`).conflicts([
        ...others,
        'public',
        ...(name === 'types' ? ['yaml', 'json'] : ['sandbox']),
        ...(name === 'arazzo' || name === 'asyncapi' ? [] : ['yaml', 'json']),
      ]),
    );
  }
  return command
    .optionsGroup('Contents:')
    .option('-u, --url <url>', 'base URL in the output (default: http://127.0.0.1:4400)')
    .option(
      '-k, --key <key>',
      'use ids that this API key sees in the sandbox at --url, and operations that it may use; the key is not written (default: ids of the default fleet)',
    )
    .option('-o, --output <file>', 'file to write; it must not exist (default: standard output)')
    .action(async (options: SpecOptions) => {
      const { writeSpec } = await import('./spec-action.ts');
      await writeSpec(options, command);
    });
}
