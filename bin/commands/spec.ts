import { Command } from 'commander';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { stringify } from 'yaml';
import { extractPublicDocument } from '../../server/handlers/catalog/public-document.ts';
import { contract } from '../../spec/index.ts';
import { sandboxContract } from '../../spec/sandbox-document.ts';

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
      'Prints the contract as one OpenAPI 3.1 document. Extension members mark what is documented and what is assumed.',
    )
    .option('--public', 'print the document that /v1/integrations/public-openapi.json returns to customers')
    .option('--sandbox', 'print the contract of the control plane under /sandbox')
    .option('--yaml', 'print YAML instead of JSON')
    .action((options: SpecOptions) => {
      const document =
        options.sandbox === true
          ? sandboxContract
          : options.public === true
            ? extractPublicDocument(contract as unknown as OpenAPIObject)
            : contract;
      const text =
        options.yaml === true
          ? stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' }) // many parsers support only YAML 1.1
          : `${JSON.stringify(document, null, 2)}\n`;
      process.stdout.write(text);
    });
}
