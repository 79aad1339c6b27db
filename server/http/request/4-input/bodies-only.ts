interface ContractPart {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: unknown;
}

/**
 * Returns the contract with only what validates bodies: operations that have one, without their replies. The validator prepares
 * every schema of its document, and the schemas of replies are most of them.
 */
export function keepBodies(contract: object): object {
  const { webhooks: _, ...document } = contract as ContractPart & { readonly components: object };
  const paths = Object.entries(document.paths).map(([path, item]) => [path, keepOperations(item)]);
  const { schemas, parameters, examples } = document.components as Readonly<Record<string, unknown>>;
  return { ...document, paths: Object.fromEntries(paths), components: { schemas, parameters, examples } };
}

function keepOperations(item: Readonly<Record<string, unknown>>): object {
  const members = Object.entries(item).flatMap(([name, member]): [string, unknown][] => {
    if (!isOperation(member)) return name === 'parameters' ? [[name, member]] : [];
    return 'requestBody' in member ? [[name, { ...member, responses: {} }]] : [];
  });
  return Object.fromEntries(members);
}

const isOperation = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'operationId' in value;
