import { type AnyOperationId, allOperations, type ContractName } from './all-operations.ts';

/** An operation of a contract, with the pattern of its path. */
export interface OperationRoute {
  readonly contract: ContractName;
  readonly operationId: AnyOperationId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly pattern: RegExp;
  readonly parameterNames: readonly string[];
}

export interface Match {
  readonly routes: readonly OperationRoute[];
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The form of ids in the contract. Other ids return 404, like unknown ones. */
const ID = '([A-Za-z0-9_-]{1,64})';

const allRoutes: readonly OperationRoute[] = (Object.keys(allOperations) as AnyOperationId[]).map((operationId) => {
  const { contract, method, path } = allOperations[operationId];
  const parameterNames = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const source = path
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll('.', '\\.'))
    .join(ID);
  return {
    contract,
    operationId,
    method,
    pattern: new RegExp(`^${source}$`),
    parameterNames,
  };
});

const fixedRoutes = new Map<string, OperationRoute[]>();
for (const route of allRoutes.filter(({ parameterNames }) => parameterNames.length === 0)) {
  const { path } = allOperations[route.operationId];
  fixedRoutes.set(path, [...(fixedRoutes.get(path) ?? []), route]);
}
const routesWithIds = allRoutes.filter(({ parameterNames }) => parameterNames.length > 0);

/**
 * Returns the operations at a path (percent-encoded, without query), for all methods; undefined for an unknown path.
 */
export function matchPath(path: string): Match | undefined {
  const fixed = fixedRoutes.get(path);
  if (fixed !== undefined) return { routes: fixed, pathParameters: {} };

  const [first] = routesWithIds.filter(({ pattern }) => pattern.test(path));
  if (first === undefined) return undefined;
  const ids = first.pattern.exec(path)?.slice(1) ?? [];
  const pathParameters = Object.fromEntries(first.parameterNames.map((name, index) => [name, ids[index] ?? '']));
  return { routes: routesWithIds.filter(({ pattern }) => pattern.source === first.pattern.source), pathParameters };
}

/** Returns the methods of a path for `Allow`. A path with GET also has HEAD. A path of the service also has OPTIONS. */
export function listMethods({ routes }: Match): readonly string[] {
  const own = routes.map(({ method }) => method);
  const preflight = routes.some(({ contract }) => contract === 'service') ? ['OPTIONS'] : [];
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), ...preflight].sort();
}
