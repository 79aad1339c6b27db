import { Command, Option } from 'commander';

interface SpecOptions {
  readonly public?: true;
  readonly sandbox?: true;
  readonly yaml?: true;
}

/** `fleetkit spec`. */
export function specCommand(): Command {
  return new Command('spec')
    .description(
      'Prints the contract as one OpenAPI 3.1 document. Extension members mark what is documented and what is assumed.',
    )
    .option('--public', 'print the document that /v1/integrations/public-openapi.json returns to customers')
    .option('--sandbox', 'print the contract of the control plane under /sandbox')
    .option('--json', 'print JSON, which is the default')
    .addOption(new Option('--yaml', 'print YAML instead of JSON').conflicts('json'))
    .action(async (options: SpecOptions) => {
      const document = await loadDocument(options);
      if (options.yaml !== true) {
        process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
        return;
      }
      const { stringify } = await import('yaml');
      process.stdout.write(stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })); // many parsers support only YAML 1.1
    });
}

/** Loads only the requested contract. */
async function loadDocument(options: SpecOptions): Promise<object> {
  if (options.sandbox === true) return (await import('../../spec/sandbox-document.ts')).sandboxContract;
  const { contract } = await import('../../spec/contract.ts');
  if (options.public !== true) return contract;
  const { extractPublicDocument } = await import('../../server/handlers/catalog/public-document.ts');
  return extractPublicDocument(contract as unknown as Parameters<typeof extractPublicDocument>[0]);
}
