import type { Choices } from '../dimensions/index.ts';
import { isJsonObject, type Json, type JsonObject, RawNumber } from '../protocol/json.ts';

function readKind(value: Json): string {
  if (value === null) return 'null';
  if (value instanceof RawNumber) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function listMembers(value: Json): [string, Json][] {
  if (value instanceof Map) return [...value];
  return isJsonObject(value) ? Object.entries(value) : [];
}

function allowNull(schema: JsonObject, version: Choices['openapiVersion']): JsonObject {
  if (version === '3.1.0') return { ...schema, type: [schema.type ?? 'object', 'null'] };
  return version === '2.0' ? { ...schema, 'x-nullable': true } : { ...schema, nullable: true };
}

/**
 * Describes values by a schema that all of them fulfill. No member is required and every member may be null, so that
 * replies with other data fulfill it too.
 * @param hasTypes whether plain values have types; without, only the names of members are described
 */
export function inferSchema(
  values: readonly Json[],
  version: Choices['openapiVersion'],
  hasTypes: boolean,
): JsonObject {
  const present = values.filter((value) => value !== null);
  const kinds = new Set(present.map(readKind));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1) return {};
  if (kind === 'object') {
    const members = new Map<string, Json[]>();
    for (const [name, value] of present.flatMap(listMembers)) members.set(name, [...(members.get(name) ?? []), value]);
    const properties: JsonObject = {};
    for (const [name, all] of members) properties[name] = inferSchema(all, version, hasTypes);
    return allowNull({ type: 'object', properties }, version);
  }
  if (kind === 'array') {
    const items = present.flatMap((value) => (Array.isArray(value) ? value : []));
    return allowNull({ type: 'array', items: inferSchema(items, version, hasTypes) }, version);
  }
  return hasTypes ? allowNull({ type: kind }, version) : {};
}
