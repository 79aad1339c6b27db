import { drawAt } from '../../fixtures/draw.ts';
import { idAt } from '../../fixtures/ids.ts';
import { formatInstant, formatMoney } from '../../spec/formats.ts';
import { contract } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { DataValue, Incident, IncidentData, IncidentMoment } from './rules/incident.ts';

/** An event in the form of the contract, and when it happened. */
export interface ToldEvent {
  readonly atMs: number;
  readonly event: SandboxSchemas['WebhookEvent'];
}

/** What subscribers are told of an incident: one event for each of its moments, oldest first. */
export function eventsOf(incident: Incident, seed: number): readonly ToldEvent[] {
  return incident.moments.map((moment) => ({ atMs: moment.atMs, event: eventOf(incident, moment, seed) }));
}

function eventOf(incident: Incident, moment: IncidentMoment, seed: number): SandboxSchemas['WebhookEvent'] {
  const { incidentId, type, dedupeKey, accountId, terminalId } = incident;
  const isOver = moment.state === 'resolved';
  return {
    id: idAt('evt', moment.atMs, drawAt(seed, 'event', incidentId, moment.sequence)),
    type,
    timestamp: formatInstant(moment.atMs),
    api_version: 'v1',
    level: terminalId === null ? 'account' : 'terminal',
    account_id: accountId,
    terminal_id: terminalId,
    families: contract.webhooks[type]?.post['x-families'] ?? [],
    severity: moment.severity,
    incident: {
      incident_id: incidentId,
      state: moment.state,
      sequence: moment.sequence,
      dedupe_key: dedupeKey,
      opened_at: formatInstant(incident.openedAtMs),
      resolved_at: isOver ? formatInstant(moment.atMs) : null,
      resolution: isOver ? incident.resolution : null,
    },
    data: presentData(moment.data, dataSchemaOf(type)),
  } as unknown as SandboxSchemas['WebhookEvent']; // every reply is held to the schema of its type before it leaves
}

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

function dataSchemaOf(type: Incident['type']): Schema {
  const body = contract.webhooks[type]?.post.requestBody?.content['application/json']?.schema as Schema | undefined;
  return resolved(resolved(body).properties?.data);
}

function resolved(schema: Schema | undefined): Schema {
  if (schema?.$ref === undefined) return schema ?? {};
  return resolved(contract.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema | undefined);
}

/** Members in the order and under the names of the contract; money and instants as it writes them. */
function presentData(data: IncidentData, schema: Schema): Readonly<Record<string, unknown>> {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
    name,
    presentValue(data[camelCase(name)] ?? null, member),
  ]);
  return Object.fromEntries(members);
}

function presentValue(value: DataValue, schema: Schema): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  const whole = resolved(schema);
  if (typeof value !== 'number') return value.map((item) => presentData(item, resolved(whole.items)));
  if (/\/(Signed)?Money$/.test(schema.$ref ?? '')) return formatMoney(value);
  return whole.format === 'date-time' ? formatInstant(value) : value;
}

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
