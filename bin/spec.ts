import { Command } from 'commander';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { stringify } from 'yaml';
import { publicDocument } from '../server/handlers/public-document.ts';
import { contract } from '../spec/index.ts';
import { sandboxContract } from '../spec/sandbox-contract.ts';

interface SpecOptions {
  readonly public?: true;
  readonly sandbox?: true;
  readonly yaml?: true;
}

/** `fleetkit spec`. */
export function specCommand(): Command {
  return new Command('spec')
    .summary('print the contract')
    .description(
      'Prints the contract, OpenAPI 3.1 in one document, with the marks that say what is documented and what is assumed.',
    )
    .option('--public', 'as customers get it from /v1/integrations/public-openapi.json')
    .option('--sandbox', 'that of the control plane under /sandbox instead')
    .option('--yaml', 'as YAML instead of JSON')
    .action((options: SpecOptions) => {
      const document =
        options.sandbox === true
          ? sandboxContract
          : options.public === true
            ? publicDocument(contract as unknown as OpenAPIObject)
            : contract;
      const text =
        options.yaml === true
          ? stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' }) // many readers are of that age
          : `${JSON.stringify(document, null, 2)}\n`;
      process.stdout.write(text);
    });
}
