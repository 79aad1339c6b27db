import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The contract of the service, or that of the control plane. */
export type ContractName = 'service' | 'sandbox';

/** An OpenAPI document, as far as the pages read it. */
export interface Contract {
  readonly info: { readonly title: string; readonly description?: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
}

type Node = Readonly<Record<string, unknown>>;

interface ContractOperation extends Node {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, Node>>;
}

/** An operation or webhook that pages link to. */
export interface LinkedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly kind: 'operation' | 'webhook';
  /** The address of its part of the reference. */
  readonly address: string;
  /** The codes of problems, each with the status that the operation returns it with. */
  readonly codes: ReadonlyMap<string, number>;
  /** The clauses and gaps that the operation and its parameters are marked with. */
  readonly rules: ReadonlySet<string>;
}

const FILES: Readonly<Record<ContractName, string>> = {
  service: 'spec/generated/openapi.json',
  sandbox: 'spec/generated/sandbox.json',
};

/** The pages of the reference. */
export const REFERENCE_PATHS: Readonly<Record<ContractName, string>> = {
  service: '/docs/api',
  sandbox: '/docs/api/sandbox',
};

export const readContract = (root: string, name: ContractName): Contract =>
  JSON.parse(readFileSync(join(root, FILES[name]), 'utf8')) as Contract; // generated and committed

/** Returns a tag as it is in the addresses of the reference, where an underscore has another meaning. */
export const toTag = (tag: string): string => tag.replaceAll('_', '-');

/** Lists the operations and webhooks of a contract. `page` is the address of its reference. */
export function listOperations(contract: Contract, page: string): readonly LinkedOperation[] {
  const kinds = [
    { kind: 'operation', items: contract.paths },
    { kind: 'webhook', items: contract.webhooks ?? {} },
  ] as const;
  return kinds.flatMap(({ kind, items }) =>
    Object.entries(items).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]): LinkedOperation => ({
          operationId: operation.operationId,
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          description: operation.description ?? '',
          kind,
          address: `${page}#/${kind === 'webhook' ? 'webhooks' : toTag(operation.tags[0] ?? 'default')}/${operation.operationId}`,
          codes: listCodes(contract, operation),
          rules: collectRules(contract, operation),
        }),
      ),
    ),
  );
}

/** Reads the codes of an operation from the descriptions of its responses, which name them. */
function listCodes(contract: Contract, operation: ContractOperation): ReadonlyMap<string, number> {
  const responses = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  return new Map(
    responses.flatMap(([status, response]) =>
      [...String(follow(contract, response).description).matchAll(/`([a-z_]+)`/g)].map(
        ([, code = '']): [string, number] => [code, Number(status)],
      ),
    ),
  );
}

/** Returns a component for a reference to it. */
function follow(contract: Contract, node: Node): Node {
  const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(node.$ref ?? '')) ?? [];
  return contract.components[group]?.[name] ?? node;
}

function collectRules(contract: Contract, operation: ContractOperation): ReadonlySet<string> {
  const parameters = ((operation.parameters ?? []) as readonly Node[]).map((parameter) => follow(contract, parameter));
  return new Set([...listRules(operation), ...listRules(parameters)]);
}

/** Returns the clauses and gaps that a part of a contract is marked with, without those behind references. */
export function listRules(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'x-clause' || name === 'x-assumed' ? [value as string | string[]].flat() : listRules(value),
  );
}
