import { findTexts, findValues, type ValuePointer } from '../../reading/pointers.ts';
import { toFlag } from '../../reading/values/flags.ts';
import { type Concept, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../bindings.ts';
import type { SlotOfKind } from '../slots.ts';
import { bindColumn, findColumnsAmong } from './bind-columns.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer } from './columns/choose-column.ts';
import { type Column, collectColumns, containsScalars, isOutsideLists, listTexts } from './columns/columns.ts';
import { createEvidence, type InferenceState, readWithAllKeys } from './columns/inference-state.ts';
import { findContents, unwrap } from './columns/logical-path.ts';
import { mayNameGroups } from './fleet-lists.ts';
import { readListIds, readTerminalIds } from './known-ids.ts';

const SECTIONS: readonly (readonly [
  slot: SlotOfKind<'pointer'>,
  names: readonly (readonly Concept[])[],
  excludedConcepts?: readonly Concept[],
])[] = [
  ['portal.recent_transactions', [['recent', 'transaction'], ['transaction']]],
  ['portal.recent_commands', [['recent', 'command'], ['command']]],
  ['portal.recent_forms', [['recent', 'form'], ['form']]],
  ['portal.visible_terminals', [['terminal']], ['group', 'recent']],
  ['portal.visible_groups', [['group', 'terminal'], ['group']], ['recent']],
  ['portal.visible_connectors', [['connector']], ['recent']],
  ['portal.dns_state', [['dns']]],
  ['portal.organization_branding', [['organization', 'branding'], ['branding']], ['dns']],
  ['portal.access_flags', [['access', 'type'], ['access']]],
  ['portal.report_catalog', [['report']]],
  ['portal.onboarding', [['onboarding']]],
  ['portal.videos', [['video']]],
  ['portal.documents', [['document']], ['compliance']],
  ['portal.compliance_vault', [['compliance', 'vault'], ['vault']], ['onboarding', 'document', 'video']],
  ['portal.account_profile', [['customer']], ['principal', 'branding', 'dns']],
  ['portal.principal_profile', [['principal', 'user'], ['principal']], ['account', 'organization']],
  ['portal.visible_users', [['user']]],
];

const SHAPES: Readonly<Partial<Record<SlotOfKind<'pointer'>, string>>> = {
  'portal.dns_state': 'it contains types of DNS records',
  'portal.access_flags': 'it is the only object of truth values',
  'portal.principal_profile': 'it is the only object with an e-mail address that differs between the keys',
};

const FEWEST_FLAGS = 3;

/** Returns the object whose members are all truth values, at least three, if there is only one. */
function findOnlyObjectOfFlags(sections: readonly Column[]): ValuePointer[] {
  const isOfFlags = (value: unknown): boolean => {
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
    return members.length >= FEWEST_FLAGS && members.every((one) => typeof one === 'boolean');
  };
  const found = sections.filter(({ values }) => values.length > 0 && values.every(isOfFlags));
  return found.length === 1 ? found.map(({ pointer }) => pointer) : [];
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the object of a person: with an e-mail address that is another one for each key, if there is only one. */
function findOnlyPerson(sections: readonly Column[]): ValuePointer[] {
  const readAddress = (value: unknown): string | undefined =>
    Object.values(Object(value)).find((one): one is string => typeof one === 'string' && ADDRESS.test(one));
  const found = sections.filter(({ valuesBySample }) => {
    const addresses = valuesBySample.map(([value]) => readAddress(value));
    return (
      addresses.length > 1 &&
      addresses.every((one) => one !== undefined) &&
      new Set(addresses).size === addresses.length
    );
  });
  return found.length === 1 ? found.map(({ pointer }) => pointer) : [];
}

const MOST_DETAILS = 4;

/** Whether an object is a list with details of it: one array of objects, and at most a few scalars such as a count. */
function isCollection(value: unknown): boolean {
  const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const lists = members.filter((one) => Array.isArray(one) && one.some((element) => typeof element === 'object'));
  return lists.length === 1 && members.length <= MOST_DETAILS;
}

/** Whether an object is a list by key: each of its members is an object. */
const isKeyed = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'object' && one !== null);

/** Binds the sections of the portal snapshot by their contents and names. */
export async function bindPortal(state: InferenceState): Promise<void> {
  const answers = await readWithAllKeys(state, 'getPortal');
  const bodies = answers.map(({ json }) => json);
  const contents = findContents(bodies[0]);
  const all = collectColumns(bodies, state.document.describeResponse('getPortal'), { contents });
  const collections = all.filter(({ values }) => values.length > 0 && values.every(isCollection));
  const isDetail = ({ pointer, values }: Column) =>
    !values.some(Array.isArray) && collections.some((one) => pointer.startsWith(`${one.pointer}/`));
  const sections = all.filter(
    (column) => isOutsideLists(column) && column.path.length <= 2 && !containsOnlyScalars(column),
  );
  const holding = await findListsWithKnownIds(state, all);
  holding.set('portal.access_flags', new Set(findOnlyObjectOfFlags(sections)));
  holding.set('portal.principal_profile', new Set(findOnlyPerson(sections)));
  const taken = new Set<ValuePointer>();
  for (const [slot, names, excludedConcepts = []] of SECTIONS) {
    const evidenceByPointer: EvidenceByPointer = new Map(
      [...(holding.get(slot) ?? [])].map((pointer) => [
        pointer,
        [createEvidence('shape', SHAPES[slot] ?? 'it contains ids from the lists')],
      ]),
    );
    const isOne = /profile/.test(slot);
    // the name of a single user fits a list of users too, and that of links to pages a list of connectors
    const isMany = slot === 'portal.visible_users' || slot === 'portal.visible_connectors';
    const fits = ({ values }: Column) =>
      !(isOne && values.some((value) => Array.isArray(unwrap(value)) || isCollection(value))) &&
      (slot !== 'portal.access_flags' || values.every(containsFlags)) &&
      (!isMany || values.every((value) => Array.isArray(unwrap(value)) || isCollection(value) || isKeyed(value)));
    const criteria: ColumnCriteria = {
      names,
      excludedConcepts,
      fits,
      excludesByLastSegment: true,
      isContainer: true,
    };
    const free = sections.filter(
      (column) => ![...taken].some((one) => `${column.pointer}/`.startsWith(`${one}/`)) && !(isOne && isDetail(column)),
    );
    // an object that contains a bound section is an envelope: use it only if nothing else fits
    const inner = free.filter(({ pointer }) => ![...taken].some((one) => one.startsWith(`${pointer}/`)));
    const binding = chooseColumn(inner, criteria, evidenceByPointer) ?? chooseColumn(free, criteria, evidenceByPointer);
    state.bind(slot, binding);
    if (binding !== undefined && binding.confidence !== 'guess') taken.add(binding.value);
  }
  await bindPortalTerminals(state, all);
  bindAccountId(state, all, bodies);
  bindWriteFlags(state, all);
}

/** Whether an object contains flags: booleans or texts that mean yes or no, or lists of what is allowed. */
function containsFlags(value: unknown): boolean {
  if (toFlag(value) !== undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' || containsFlags(one));
  return Object.values(value).some(containsFlags);
}

const DNS_RECORD = /^(A|AAAA|CNAME|MX|NS|TXT|ALIAS)$/;

/** Whether a column contains scalars, so that it is not a section. */
const containsOnlyScalars = (column: Column): boolean => column.values.length > 0 && containsScalars(column);

/**
 * Returns, for each section with ids, the lists of the snapshot that contain ids from the lists of the service, and for the DNS
 * state the objects with types of DNS records.
 */
async function findListsWithKnownIds(
  state: InferenceState,
  columns: readonly Column[],
): Promise<Map<SlotOfKind<'pointer'>, Set<ValuePointer>>> {
  const transactions = state.getValue('transactions.id');
  const answers = await readWithAllKeys(state, 'listTransactions');
  const rows = state.getValue('transactions.rows') ?? '';
  const recent = new Set(
    transactions === undefined
      ? []
      : answers.flatMap(({ json }) => findValues(json, rows).flatMap((row) => findTexts(row, transactions))),
  );
  const known: readonly (readonly [SlotOfKind<'pointer'>, ReadonlySet<string>, Concept])[] = [
    ['portal.visible_terminals', new Set(await readTerminalIds(state)), 'terminal'],
    ['portal.visible_groups', await readListIds(state, 'listTerminalGroups'), 'group'],
    ['portal.visible_connectors', await readListIds(state, 'listConnectors'), 'connector'],
    ['portal.recent_transactions', recent, 'transaction'],
  ];
  const zones = columns.filter(
    (column) =>
      column.values.length > 0 &&
      listTexts(column).length > 0 &&
      listTexts(column).every((text) => DNS_RECORD.test(text)),
  );
  const holdersOfZones = zones.map(({ pointer }) => pointer.replace(/(\/\*)?\/[^/]*$/, ''));
  return new Map([
    ['portal.dns_state', new Set(holdersOfZones)] as const,
    ...known.map(([slot, ids]) => {
      const depth = (pointer: ValuePointer) => pointer.split('*').length;
      const members = [...findColumnsAmong(columns, ids, '').keys()].filter(
        (pointer) => depth(pointer) === 2 && /\/\*(\/[^/]*(\/[^/]*)?)?$/.test(pointer),
      );
      const ofRows = members.filter(isOwnId);
      const unique = (ofRows.length > 0 ? ofRows : members).filter((pointer) => {
        const texts =
          columns.find((column) => column.pointer === pointer)?.valuesBySample.map((values) => values.map(String)) ??
          [];
        return texts.every((values) => new Set(values).size === values.length);
      });
      return [slot, new Set(unique.map((pointer) => pointer.slice(0, pointer.indexOf('/*'))))] as const;
    }),
  ]);
}

/** Whether a member is named as the id of its object (`id`), and not as that of another one (`terminalId`). */
const isOwnId = (pointer: ValuePointer): boolean =>
  scoreLikeness(splitWords(pointer.slice(pointer.lastIndexOf('/'))), ['id'], 1) === 1;

/** Returns the rows of the only list below a section that has details beside it, such as a count. */
function findListBelow(section: ValuePointer, columns: readonly Column[]): ValuePointer | undefined {
  const lists = new Set(
    columns.flatMap(({ pointer }) =>
      pointer.startsWith(`${section}/`) && pointer.includes('/*', section.length)
        ? [pointer.slice(0, pointer.indexOf('/*', section.length) + 2)]
        : [],
    ),
  );
  const [only, ...others] = lists;
  return others.length === 0 ? only : undefined;
}

/** Binds the terminals of the snapshot, with their ids and groups. */
async function bindPortalTerminals(state: InferenceState, columns: readonly Column[]): Promise<void> {
  const section = state.getValue('portal.visible_terminals');
  if (section === undefined || state.entries['portal.visible_terminals']?.confidence === 'guess') return;
  const rows = columns.some(({ pointer }) => pointer.startsWith(`${section}/*`))
    ? `${section}/*`
    : findListBelow(section, columns);
  if (rows === undefined) return;
  const within = columns.filter(({ pointer }) => pointer.startsWith(rows));
  const evidence = 'its values are known terminal ids';
  const terminals: EvidenceByPointer = new Map(
    [...findColumnsAmong(within, new Set(await readTerminalIds(state)), evidence).keys()].map((pointer) => [
      pointer,
      [{ source: 'shape', observation: evidence, assumedRules: ['scope.portal_rules'] } as const],
    ]),
  );
  const binding = chooseColumn(
    within,
    { names: [['terminal', 'id'], ['terminal']], fits: (column) => terminals.has(column.pointer), isInsideList: true },
    terminals,
  );
  if (binding === undefined) return;
  state.bind('portal.terminal_rows', { ...binding, value: rows });
  state.bind('portal.terminal_id', { ...binding, value: binding.value.slice(rows.length) });
  const ids = await readListIds(state, 'listTerminalGroups');
  const groups = findColumnsAmong(
    within.filter((column) => mayNameGroups(column, ids)),
    ids,
    'its values are known group ids',
  );
  const group = chooseColumn(
    within,
    { names: [['group', 'id'], ['group']], fits: (column) => groups.has(column.pointer), isInsideList: true },
    groups,
  );
  if (group !== undefined) state.bind('portal.terminal_group', { ...group, value: group.value.slice(rows.length) });
}

/** Binds the account id of the caller: a member of a profile with values that occur at two places. */
function bindAccountId(state: InferenceState, columns: readonly Column[], bodies: readonly unknown[]): void {
  const profiles = [state.getValue('portal.account_profile'), state.getValue('portal.principal_profile')].filter(
    (one) => one !== undefined,
  );
  const within = columns.filter(({ pointer }) => profiles.some((profile) => pointer.startsWith(`${profile}/`)));
  const evidenceByPointer = new Map<ValuePointer, BindingEvidence[]>();
  for (const column of within.filter(
    (one) => containsScalars(one) && one.values.length === bodies.length && bodies.length > 1,
  )) {
    const distinct = new Set(column.values).size;
    // ids occur at several places
    const echoes = within.filter(
      (other) => other !== column && JSON.stringify(other.values) === JSON.stringify(column.values),
    ).length;
    if (distinct > 1 && echoes > 0)
      evidenceByPointer.set(column.pointer, [createEvidence('shape', 'it occurs twice in the profiles of the caller')]);
  }
  const fits = (column: Column) =>
    containsScalars(column) && column.values.length === bodies.length && bodies.length > 0;
  const inAccount = state.getValue('portal.account_profile');
  const id: ColumnCriteria = {
    names: [['customer', 'id']],
    excludedConcepts: ['branding', 'dns'],
    fits,
    isContainer: true,
  };
  const ids = within.filter(
    ({ pointer }) => /(^|[/_a-z])(id|key|code|ref|number|no)$/i.test(pointer) || evidenceByPointer.has(pointer),
  );
  const ofAccount = inAccount === undefined ? [] : ids.filter(({ pointer }) => pointer.startsWith(`${inAccount}/`));
  const best = chooseColumn(ofAccount, id, evidenceByPointer) ?? chooseColumn(ids, id, evidenceByPointer);
  const named = within.filter((column) => fits(column) && scoreLikeness(column.nameWords, ['customer']) > 0);
  state.bind('portal.account_id', best ?? chooseColumn(named, { names: [['customer']], fits }));
}

/** Binds the flags that allow writes: booleans, or texts that mean yes or no, among the access flags. */
function bindWriteFlags(state: InferenceState, columns: readonly Column[]): void {
  const flags = state.getValue('portal.access_flags');
  const within = flags === undefined ? [] : columns.filter(({ pointer }) => pointer.startsWith(`${flags}/`));
  const fits = ({ values }: Column) => values.length > 0 && values.every((value) => toFlag(value) !== undefined);
  bindColumn(state, 'writes.derive_settlements_flag', {
    columns: within,
    names: [['derive', 'settlement', 'access'], ['derive', 'settlement'], ['settlement']],
    excludedConcepts: ['dispute'],
    fits,
  });
  bindColumn(state, 'writes.create_dispute_flag', {
    columns: within,
    names: [['create', 'dispute', 'access'], ['create', 'dispute'], ['dispute']],
    excludedConcepts: ['settlement'],
    fits,
  });
}
