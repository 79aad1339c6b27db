import { type AnyOperationId, allOperations, type ContractName } from './all-operations.ts';

/** An operation of a contract, with the pattern of its path. */
export interface OperationRoute {
  readonly contract: ContractName;
  readonly operationId: AnyOperationId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Its groups are the parameters of the path. */
  readonly pattern: RegExp;
}

/** The operations at one path of a contract. */
export interface PathRoutes {
  readonly contract: ContractName;
  readonly pattern: RegExp;
  readonly routes: readonly OperationRoute[];
  /** The methods of the path, for `Allow`. A path with GET also has HEAD. A path of the service also has OPTIONS. */
  readonly methods: readonly string[];
}

/** The form of ids in the contract. Other ids return 404, like unknown ones. */
const ID = '[A-Za-z0-9_-]{1,64}';

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${ID})`)}$`);

/** The paths of both contracts. */
export const allPaths: readonly PathRoutes[] = [
  ...Map.groupBy(Object.keys(allOperations) as AnyOperationId[], (id) => allOperations[id].path),
].map(([path, operationIds]) => {
  const pattern = toPattern(path);
  const routes = operationIds.map((operationId): OperationRoute => {
    const { contract, method } = allOperations[operationId];
    return { contract, operationId, method, pattern };
  });
  const contract = routes[0]?.contract ?? 'service'; // a path has at least one operation
  const own: readonly string[] = routes.map(({ method }) => method);
  const methods = [...own, ...(own.includes('GET') ? ['HEAD'] : []), ...(contract === 'service' ? ['OPTIONS'] : [])];
  return { contract, pattern, routes, methods: methods.sort() };
});

const reads = allPaths.flatMap(({ routes }) =>
  routes.filter(({ contract, method }) => contract === 'service' && method === 'GET'),
);
const hasParameters = ({ operationId }: OperationRoute): boolean => allOperations[operationId].path.includes('{');
const fixedReads = new Map(
  reads
    .filter((route) => !hasParameters(route))
    .map((route): [string, MatchedRead] => [allOperations[route.operationId].path, { route, pathParameters: {} }]),
);
const readsWithIds = reads.filter(hasParameters);

/** The read of the service at a path, with the parameters of the path. */
interface MatchedRead {
  readonly route: OperationRoute;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Returns the read of the service at a path (percent-encoded, without query); undefined for any other path. */
export function findRead(path: string): MatchedRead | undefined {
  const fixed = fixedReads.get(path);
  if (fixed !== undefined) return fixed;
  for (const route of readsWithIds) {
    const match = route.pattern.exec(path);
    if (match !== null) return { route, pathParameters: { ...match.groups } };
  }
  return undefined;
}
