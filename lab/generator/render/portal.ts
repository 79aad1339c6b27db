import { isRecord, type LogicalRecord, type Value } from '../model/values.ts';
import type { PortalAnswer, Section } from '../protocol/answers.ts';
import { createObject, type Json } from '../protocol/json.ts';
import { renderRecord } from './records.ts';
import type { Style } from './style.ts';
import { OMITTED, renderFlag, renderId, renderValue } from './values.ts';

function readId(record: LogicalRecord, style: Style, at: number): string {
  return record.about === undefined ? String(at + 1) : style.ids.text(record.about.kind, record.about.key);
}

function renderItem(name: string, record: LogicalRecord, style: Style): Json {
  const { choices } = style;
  const id = record.fields.id;
  if (
    name === 'terminals' &&
    choices.portalTerminals !== 'record' &&
    typeof id === 'object' &&
    id !== null &&
    'to' in id
  ) {
    const shown = renderId(id, style);
    if (choices.portalTerminals === 'id-only') return shown;
    return { label: String(record.fields.label), id: shown };
  }
  if (name === 'transactions' && choices.portalRecentRows === 'short') {
    const { id: own, at, terminal, type } = record.fields;
    return renderRecord({ ...record, fields: { id: own, terminal, at, type } }, style);
  }
  return renderRecord(record, style);
}

function renderRecords(name: string, records: readonly LogicalRecord[], style: Style): Json {
  const items = records.map((record) => renderItem(name, record, style));
  switch (style.choices.portalLists) {
    case 'map-by-id':
      return createObject(records.map((record, at) => [readId(record, style, at), items[at] ?? null]));
    case 'items-and-total':
      return { items, total: items.length };
    default:
      return items;
  }
}

function readFlags(content: Value): [string, boolean][] {
  const records = (Array.isArray(content) ? content : []) as readonly Value[];
  return records.flatMap((each): [string, boolean][] =>
    isRecord(each) ? [[String(each.fields.name), each.fields.isSet === true]] : [],
  );
}

function renderAccess(content: Value, style: Style): Json {
  const flags = readFlags(content);
  switch (style.choices.accessFlags) {
    case 'granted-list':
      return flags.filter(([, isSet]) => isSet).map(([name]) => name);
    case 'bit-mask':
      return { mask: flags.reduce((sum, [, isSet], at) => sum + (isSet ? 2 ** at : 0), 0) };
    case 'nested': {
      const verbs = ['read', 'write'].map((verb): [string, Json] => [
        verb,
        createObject(
          flags
            .filter(([name]) => name.startsWith(`${verb}_`))
            .map(([name, isSet]) => [name.slice(verb.length + 1), renderFlag(isSet, style)]),
        ),
      ]);
      return createObject(verbs);
    }
    case 'levels':
      return createObject(
        flags
          .filter(([name]) => name.startsWith('read_'))
          .map(([name, mayRead]) => {
            const area = name.slice(5);
            const mayWrite = flags.some(([other, isSet]) => other === `write_${area}` && isSet);
            return [area, mayWrite ? 'full' : mayRead ? 'read' : 'none'];
          }),
      );
    default:
      return createObject(flags.map(([name, isSet]) => [style.field(name, 'access'), renderFlag(isSet, style)]));
  }
}

function renderDns(style: Style): Json {
  switch (style.choices.dnsState) {
    case 'object':
      return { state: 'verified', checked: '2026-01-05' };
    case 'records':
      return [{ type: 'CNAME', host: 'portal', ok: true }];
    case 'flag':
      return true;
    default:
      return 'verified';
  }
}

function renderReports(content: Value, style: Style): Json {
  const records = ((Array.isArray(content) ? content : []) as readonly Value[]).filter(isRecord);
  if (style.choices.reportCatalog === 'names') return records.map((each) => String(each.fields.name));
  if (style.choices.reportCatalog === 'objects') return renderRecords('reports', records, style);
  const kinds = [...new Set(records.map((each) => String(each.fields.kind)))];
  return createObject(
    kinds.map((kind) => [
      kind,
      records.filter((each) => each.fields.kind === kind).map((each) => String(each.fields.name)),
    ]),
  );
}

function renderSection({ name, content }: Section, style: Style): Json {
  if (name === 'access') return renderAccess(content, style);
  if (name === 'dns') return renderDns(style);
  if (name === 'reports') return renderReports(content, style);
  if (Array.isArray(content)) return renderRecords(name, (content as readonly Value[]).filter(isRecord), style);
  const rendered = renderValue(content, style, renderRecord);
  return rendered === OMITTED ? null : (rendered as Json);
}

type Member = [string, Json];

function nameSections(sections: readonly Section[], style: Style): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const section of sections) {
    const isEmpty = Array.isArray(section.content) && section.content.length === 0;
    if (isEmpty && style.choices.portalEmpty === 'omitted') continue;
    const json = isEmpty && style.choices.portalEmpty === 'null' ? null : renderSection(section, style);
    members.set(section.name, [style.section(section.name), json]);
  }
  return members;
}

const EIGHT_GROUPS = [
  ['principal', 'account'],
  ['branding', 'dns'],
  ['access'],
  ['users'],
  ['terminals'],
  ['groups', 'connectors'],
  ['transactions', 'commands', 'forms'],
  ['reports'],
];

/** Renders the portal snapshot. */
export function renderPortal(answer: PortalAnswer, style: Style): Json {
  const { choices } = style;
  const members = nameSections(answer.sections, style);
  const take = (name: string): Member[] => {
    const member = members.get(name);
    members.delete(name);
    return member === undefined ? [] : [member];
  };
  if (choices.principalForm !== 'apart') {
    const [principal] = take('principal');
    const [account] = take('account');
    if (principal !== undefined && account !== undefined) {
      const inner: Member[] =
        choices.principalForm === 'merged' ? [['user', principal[1]], account] : [['self', principal[1]], account];
      const name = choices.principalForm === 'merged' ? `${principal[0]}_${account[0]}` : principal[0];
      members.set('principal', [name, createObject(inner)]);
    }
  }
  switch (choices.portalLayout) {
    case 'eight-groups': {
      const groups = EIGHT_GROUPS.flatMap((names): Member[] => {
        const found = names.flatMap(take);
        const [first] = found;
        if (first === undefined) return [];
        return found.length === 1 ? [first] : [[found.map(([name]) => name).join('_and_'), createObject(found)]];
      });
      return createObject([...groups, ...members.values()]);
    }
    case 'enveloped':
      return createObject([[style.envelope('data'), createObject(members.values())]]);
    case 'list-of-sections':
      return { sections: [...members.values()].map(([name, content]) => ({ section: name, content })) };
    case 'mixed-depth': {
      const recent = ['transactions', 'commands', 'forms'].flatMap(take);
      const organization = ['branding', 'dns', 'account'].flatMap(take);
      return createObject([
        ['organization', createObject(organization)],
        ...members.values(),
        ['recent', createObject(recent)],
      ]);
    }
    default:
      return createObject(members.values());
  }
}
