import type {
  Contract,
  ContractExample,
  ContractOperation,
  ContractParameter,
  OperationId,
  Reference,
} from '../../../spec/contract-document.ts';

/*
 * The requests of a collection, for any tool. Values contain `{{name}}` where a tool inserts a variable, which all of them write in
 * this way.
 */

export interface Collection {
  readonly title: string;
  readonly description: string;
  /** The values of the variables at the start: base URL, API key, ids. */
  readonly variables: Readonly<Record<string, string>>;
  readonly families: readonly Family[];
}

export interface Family {
  readonly title: string;
  readonly description: string;
  readonly requests: readonly CollectionRequest[];
}

export interface CollectionRequest {
  readonly operationId: OperationId;
  readonly title: string;
  readonly description: string;
  readonly method: 'GET' | 'POST';
  /** Begins with `/`; ids are variables. */
  readonly path: string;
  /** Whether the request needs no key. */
  readonly isPublic: boolean;
  readonly query: readonly CollectionParameter[];
  readonly headers: readonly CollectionParameter[];
  readonly body?: object;
  /** Variables that a successful reply sets. */
  readonly captures: readonly Capture[];
}

export interface CollectionParameter {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  /** Whether it is sent. The others are shown for people to switch on. */
  readonly isSent: boolean;
}

export interface Capture {
  readonly variable: string;
  /** Where its value is in the body of the reply, as a JavaScript expression without the name of the body: `data[0].id`. */
  readonly expression: string;
}

/** The contents of a collection that the contract does not have: where it is sent, which ids exist there and what the key may do. */
export interface CollectionTarget {
  readonly baseUrl: string;
  /** The key; empty unless it is published. */
  readonly apiKey: string;
  /** Values of ids by the name of the parameter. */
  readonly ids: Readonly<Record<string, string>>;
  /** Undefined: all operations. */
  readonly operations?: ReadonlySet<OperationId>;
}

/** Optional parts that a request sends, and values of its reply that later requests send. */
interface Addition {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the example of the request body, and members to replace in it. */
  readonly example?: string;
  readonly body?: Readonly<Record<string, string>>;
  readonly captures?: readonly Capture[];
}

/*
 * A dispute needs a completed withdrawal without an unresolved case, so its request takes one from an earlier reply. Its idempotency key is derived
 * from the transaction, so that another run gets the first response again.
 */
const ADDITIONS: Readonly<Partial<Record<OperationId, Addition>>> = {
  listTerminalTransactions: {
    query: { limit: '5', sort_by: 'amt_comp' },
    captures: [
      { variable: 'disputed_transaction_id', expression: 'data[0].transaction_id' },
      { variable: 'disputed_amount', expression: 'data[0].amt_comp' },
    ],
  },
  createDispute: {
    headers: { 'Idempotency-Key': 'dispute-{{disputed_transaction_id}}' },
    example: 'no_cash',
    body: { transaction_id: '{{disputed_transaction_id}}', amount: '{{disputed_amount}}' },
  },
  deriveSettlements: { example: 'last_closed_date' },
};

/** Returns the collection of all operations that the target allows, by family, in the order of the contract. */
export function buildCollection(contract: Contract, target: CollectionTarget): Collection {
  const requests = Object.entries(contract.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method];
      const isUsed = operation !== undefined && target.operations?.has(operation.operationId) !== false;
      return isUsed
        ? [{ family: operation.tags[0], request: buildRequest(contract, { path, method, operation }) }]
        : [];
    }),
  );
  const families = contract.tags.map((tag) => ({
    title: tag.description,
    description: tag['x-notes'].join(' '),
    requests: requests.flatMap(({ family, request }) => (family === tag.name ? [request] : [])),
  }));
  return {
    title: contract.info.title,
    description: String(contract.info.description).replace(/\n\n[^\n]*default fleet[^\n]*\s*$/, ''),
    variables: { baseUrl: target.baseUrl, apiKey: target.apiKey, ...target.ids },
    families: families.filter((family) => family.requests.length > 0),
  };
}

/** Returns the ids that the examples of the contract name: those of the default fleet. */
export function listExampleIds(contract: Contract): Readonly<Record<string, string>> {
  const parameters = [
    ...Object.values(contract.paths).flatMap((item) => [item.get, item.post].flatMap((one) => one?.parameters ?? [])),
    ...Object.values(contract.components.parameters), // last, because ids in paths come first
  ].flatMap((parameter) => ('$ref' in parameter ? [] : [parameter]));
  return Object.fromEntries(
    parameters.filter(isId).map(({ name, example }): [string, string] => [name, String(example)]),
  );
}

/** Whether the values of a parameter are ids. */
const isId = ({ schema }: ContractParameter): boolean => schema.$ref === '#/components/schemas/OpaqueId';

interface OperationPlace {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: ContractOperation;
}

function buildRequest(contract: Contract, { path, method, operation }: OperationPlace): CollectionRequest {
  const addition = ADDITIONS[operation.operationId] ?? {};
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<ContractParameter>(contract, parameter));
  const list = (place: 'query' | 'header', sent: Readonly<Record<string, string>> = {}): CollectionParameter[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: parameter.name,
        value: sent[parameter.name] ?? (isId(parameter) ? `{{${parameter.name}}}` : String(parameter.example ?? '')),
        description: parameter.description ?? '',
        isSent: parameter.name in sent,
      }));
  const example = operation.requestBody?.content['application/json']?.examples?.[addition.example ?? ''];
  const privilege = operation['x-privilege'];
  return {
    operationId: operation.operationId,
    title: operation.summary,
    description: `${operation.description.trimEnd()}${privilege === 'none' ? '' : `\n\nNeeds the privilege \`${privilege}\`.`}`,
    method: method === 'get' ? 'GET' : 'POST',
    path: path.replaceAll(/\{(\w+)\}/g, '{{$1}}'),
    isPublic: operation.security?.length === 0,
    query: list('query', addition.query),
    headers: list('header', addition.headers),
    ...(example && {
      body: { ...(resolve<ContractExample>(contract, example).value as object), ...addition.body }, // a request body is an object
    }),
    captures: addition.captures ?? [],
  };
}

/** Returns a component that may be written as a reference. */
function resolve<Part extends object>(contract: Contract, part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const components: Readonly<Record<string, Readonly<Record<string, unknown>>>> = contract.components;
  const found = components[kind]?.[name];
  if (found === undefined) throw new Error(`the contract has no ${part.$ref}`);
  return found as Part; // spec/contract.test.ts validates the kinds of references
}
