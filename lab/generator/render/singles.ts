import type { LogicalRecord } from '../model/values.ts';
import { createObject, type Json, type JsonObject, writeJson } from '../protocol/json.ts';
import type { Reply } from './problems.ts';
import { renderMembers, renderRecord } from './records.ts';
import type { Style } from './style.ts';
import { OMITTED, renderValue } from './values.ts';

const COMPACT = { indent: '', isEscaped: false, escapesSlashes: false };

/** Wraps a single record as the shape states. */
export function wrapRecord(name: string, json: Json, style: Style): Json {
  switch (style.choices.recordEnvelope) {
    case 'data':
      return createObject([[style.envelope('data'), json]]);
    case 'named':
      return createObject([[style.field(name, 'record'), json]]);
    case 'list-of-one':
      return createObject([[style.envelope('items'), [json]]]);
    default:
      return json;
  }
}

function readField(record: LogicalRecord, name: string, style: Style): Json {
  const rendered = renderValue(record.fields[name], style);
  return rendered === OMITTED ? null : (rendered as Json);
}

/** Renders the timeline of a transaction. */
export function renderTimeline(transaction: LogicalRecord, steps: readonly LogicalRecord[], style: Style): Json {
  const name = style.field('timeline', 'timeline');
  const ordered = style.choices.timelineOrder === 'newest' ? [...steps].reverse() : steps;
  const events = ordered.map((step) => renderRecord(step, style));
  switch (style.choices.timelineForm) {
    case 'with-transaction':
      return createObject([
        [style.field('transaction', 'timeline'), renderRecord(transaction, style)],
        [name, events],
      ]);
    case 'map-of-instants':
      return createObject(
        steps.map((step) => [JSON.stringify(readField(step, 'step', style)), readField(step, 'at', style)]),
      );
    default:
      return style.choices.envelope === 'bare' ? events : createObject([[name, events]]);
  }
}

/** Renders status monitoring: one record, a list of metrics, or sections. */
export function renderMonitoring(record: LogicalRecord, style: Style): Json {
  const members = renderMembers(record, style);
  switch (style.choices.monitoringForm) {
    case 'metrics-list':
      return { metrics: members.map(([name, value]) => ({ name, value })) };
    case 'sections': {
      const telemetry = members.slice(3);
      return createObject([...members.slice(0, 3), ['telemetry', createObject(telemetry)]]);
    }
    default:
      return wrapRecord('monitoring', renderRecord(record, style), style);
  }
}

/** Renders the provisioning export. */
export function renderExport(record: LogicalRecord, style: Style): Reply {
  const json = wrapRecord('export', renderRecord(record, style), style);
  if (style.choices.exportForm === 'attachment') {
    return { status: 200, headers: { 'Content-Disposition': 'attachment; filename="export.json"' }, json };
  }
  if (style.choices.exportForm === 'record') return { status: 200, headers: {}, json };
  const lines = renderMembers(record, style).map(([name, value]) => `${name}=${writeJson(value, COMPACT)}`);
  return { status: 200, headers: {}, json: { format: 'ini', lines } };
}

/** Renders the public branding status. */
export function renderBranding(style: Style): Json {
  const body: JsonObject = {
    flags: { branding_ready: true, docs_host_ready: true },
    states: { branding: 'ready', docs_host: 'ready' },
    'per-component': {
      components: [
        { name: 'branding', state: 'live' },
        { name: 'docs-host', state: 'pending' },
      ],
    },
  };
  return body[style.choices.brandingForm] ?? {};
}

interface Accepted {
  readonly status: number;
  readonly body: 'id' | 'job' | 'counts' | 'nothing';
  readonly record?: LogicalRecord;
  readonly count?: number;
}

/** Renders the short replies of writes. */
export function renderAccepted(answer: Accepted, style: Style): Reply {
  const { status, body, record, count } = answer;
  if (body === 'nothing') return { status, headers: {}, text: '' };
  const id: [string, Json][] =
    record === undefined ? [] : [[style.field('id', record.type), readField(record, 'id', style)]];
  if (body === 'id') return { status, headers: {}, json: createObject(id) };
  if (body === 'job') return { status, headers: {}, json: createObject([['state', 'accepted'], ...id]) };
  return { status, headers: {}, json: { derived: count ?? 0 } };
}
