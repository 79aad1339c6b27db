import { Command, Option } from 'commander';
import { createJsonOption } from '../shared/options/json-option.ts';
import type { DriftOptions } from './options.ts';

/** `fleetkit drift`: compares two OpenAPI documents and reports the result in its exit code. */
export function driftCommand(): Command {
  return new Command('drift')
    .description(
      'Lists the differences between two OpenAPI documents for a client of the old one: breaking, unclear or compatible. Webhooks and ' +
        'callbacks have the reversed direction.',
    )
    .argument('<old>', 'document of OpenAPI 3.0 or 3.1, JSON or YAML: a file or a URL')
    .argument('<new>', 'the document to compare it with')
    .addOption(createJsonOption('the differences'))
    .addOption(
      new Option('--fail-on <class>', 'exit with 1 if there is a difference of this class or a worse one')
        .choices(['breaking', 'unclear', 'never'])
        .default('breaking'),
    )
    .addHelpText('after', HELP)
    .action(async (old: string, now: string, options: DriftOptions) => {
      const { compareSources } = await import('./drift-action.ts');
      await compareSources([old, now], options);
    });
}

const HELP = `
Exit codes:
  0   no difference of the class in --fail-on, or of a worse one
  1   at least one such difference
  2   the command line or a document is not valid
  3   no response from a URL

Examples:
  fleetkit drift old.yaml new.yaml
  fleetkit drift openapi.json https://portal.example/v1/integrations/public-openapi.json --fail-on unclear`;
