import type { OpenapiAnswer } from '../protocol/answers.ts';
import type { Json, JsonObject } from '../protocol/json.ts';
import { ALL_OPERATIONS, type OperationId } from '../protocol/operations.ts';
import { inferSchema } from '../render/schemas.ts';
import type { Service } from './call.ts';
import { describeBodies } from './writes.ts';

const SAMPLED: readonly OperationId[] = [
  'listTransactions',
  'listSettlements',
  'listDisputes',
  'listConnectors',
  'listLocations',
  'listGroups',
];

const schemasByService = new WeakMap<Service, ReadonlyMap<OperationId, JsonObject>>();

/** Returns whether replies have no members whose names are data, which a public document must not show. */
function hasStableNames({ choices }: Service): boolean {
  const isPlain = choices.listForm !== 'map-by-id' && choices.rowListForm !== 'map-by-id';
  return isPlain && choices.singleItemList === 'list' && choices.openapiSchemas !== 'none';
}

/** Reads a list with a key; `undefined` if the key may not. */
export type ReadList = (
  service: Service,
  requested: { path: string; query: URLSearchParams; key: string },
) => Json | undefined;

/** Returns schemas of the replies to the lists, from the structure of real replies. */
export function collectSchemas(service: Service, readList: ReadList): ReadonlyMap<OperationId, JsonObject> {
  const known = schemasByService.get(service);
  if (known !== undefined) return known;
  const schemas = new Map<OperationId, JsonObject>();
  const { choices } = service;
  const hasOneKindOfNothing = choices.nulls === 'null' || choices.nulls === 'omitted';
  const hasTypes = hasOneKindOfNothing && choices.declinedAmounts !== 'empty-text';
  // A document describes the right service, also where the served one has a fault.
  const right: Service = { ...service, hooks: {} };
  for (const { id, path } of hasStableNames(service) ? ALL_OPERATIONS : []) {
    if (!SAMPLED.includes(id)) continue;
    const replies = service.world.users.flatMap((user): Json[] => {
      const query = new URLSearchParams(id === 'listTransactions' ? 'limit=20' : '');
      const json = readList(right, { path, query, key: user.apiKey });
      return json === undefined ? [] : [json];
    });
    schemas.set(id, inferSchema(replies, choices.openapiVersion, hasTypes));
  }
  schemasByService.set(service, schemas);
  return schemas;
}

/** Describes the bodies of the write paths by the structure of an example. */
export function collectBodies(service: Service): OpenapiAnswer['bodies'] {
  const { choices, world } = service;
  const row = world.transactions.find((each) => each.type === 'withdrawal');
  if (choices.openapiBodies === 'absent' || row === undefined) return new Map();
  const examples = describeBodies(service, row.key, row.tenantKey);
  return new Map(
    Object.entries(examples).map(([operation, { contentType, body }]) => {
      // An example is made of texts, numbers, lists and objects only.
      const schema = inferSchema([body as Json], choices.openapiVersion, true);
      return [operation, { contentType, schema }];
    }),
  );
}
