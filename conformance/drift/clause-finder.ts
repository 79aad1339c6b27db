import { contract } from '../../spec/contract.ts';
import type { ContractOperation, OpaqueJson } from '../../spec/contract-document.ts';
import type { ApiDocument } from './api-document.ts';
import { isMembers, partOf } from './nodes.ts';

/** Returns the ids of documented rules for a place in an operation; none if there is no rule. */
export type FindClauses = (path: string, operation: string | undefined) => readonly string[];

/**
 * Finds rules by the marks of the documents (`x-clause`), which those of `fleetkit spec` have. For other documents, returns the rules of the same
 * parameter or operation in the contract.
 */
export function createClauseFinder(old: ApiDocument, now: ApiDocument): FindClauses {
  return (path, operation) => {
    for (const document of [now, old]) {
      const marked = findMark(document, path);
      if (marked.length > 0) return marked;
    }
    return operation === undefined ? [] : findInContract(operation, path, now);
  };
}

/** Returns the mark of the place or of the nearest element that contains it. */
function findMark({ root }: ApiDocument, path: string): readonly string[] {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let length = steps.length; length > 0; length -= 1) {
    const { node } = partOf(root, ...steps.slice(0, length));
    if (isMembers(node) && node['x-clause'] !== undefined) return toList(node['x-clause']);
  }
  return [];
}

function findInContract(operation: string, path: string, { root }: ApiDocument): readonly string[] {
  const [method = '', template = ''] = operation.split(' ');
  const found: ContractOperation | undefined =
    method === 'GET' || method === 'POST' ? contract.paths[template]?.[method === 'GET' ? 'get' : 'post'] : undefined;
  // A component may be part of many operations.
  const isShared = path.startsWith('/components/') && !path.startsWith('/components/parameters/');
  if (found === undefined || isShared) return [];
  const [, parameterPath] = /^(.*\/parameters\/[^/]+)/.exec(path) ?? [];
  const steps = (parameterPath ?? '')
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { node } = partOf(root, ...steps);
  const name = parameterPath !== undefined && isMembers(node) ? node.name : undefined;
  const parameter = (found.parameters ?? [])
    .map((one) => ('$ref' in one ? contract.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
    .find((one) => one !== undefined && one.name === name);
  return toList((parameter ?? (found as OpaqueJson))['x-clause']);
}

const toList = (mark: unknown): readonly string[] =>
  (Array.isArray(mark) ? mark : [mark]).filter((id): id is string => typeof id === 'string');
