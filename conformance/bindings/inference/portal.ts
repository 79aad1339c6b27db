import { type Pointer, textsAt, valuesAt } from '../../oracles/pointers.ts';
import type { Support } from '../bindings.ts';
import type { SlotOf } from '../slots.ts';
import { idsIn, knownTerminals, note, valuesAmong } from './casework.ts';
import { choose, type Shown, type Wanted } from './choosing.ts';
import { type Column, columnsOf, isFlag, isScalar, isSingle } from './columns.ts';
import { type Look, readAsAll, reason } from './look.ts';
import { type Concept, likeness } from './words.ts';

const SECTIONS: readonly (readonly [
  slot: SlotOf<'pointer'>,
  called: readonly (readonly Concept[])[],
  not?: readonly Concept[],
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

/** Binds the sections of the portal snapshot by their contents and names. */
export async function findPortal(look: Look): Promise<void> {
  const answers = await readAsAll(look, 'getPortal');
  const bodies = answers.map(({ json }) => json);
  const all = columnsOf(bodies, look.document.answerOf('getPortal'));
  const sections = all.filter(
    (column) => isSingle(column) && column.pointer.split('/').length <= 3 && !isPlain(column),
  );
  const holding = await holdingKnown(look, all);
  const taken = new Set<Pointer>();
  for (const [slot, called, not = []] of SECTIONS) {
    const shown: Shown = new Map(
      [...(holding.get(slot) ?? [])].map((pointer) => [pointer, [reason('shape', 'it contains ids from the lists')]]),
    );
    const isOne = /profile/.test(slot);
    const isMany = slot === 'portal.visible_users'; // the name of a single user fits a list of users too
    const looks = ({ values }: Column) =>
      !(isOne && values.some(Array.isArray)) && (!isMany || values.every(Array.isArray));
    const wanted = { called, not, looks, notByLastName: true, mayHold: true };
    const free = sections.filter(({ pointer }) => ![...taken].some((one) => `${pointer}/`.startsWith(`${one}/`)));
    // an object that contains a bound section is an envelope: use it only if nothing else fits
    const inner = free.filter(({ pointer }) => ![...taken].some((one) => one.startsWith(`${pointer}/`)));
    const binding = choose(inner, wanted, shown) ?? choose(free, wanted, shown);
    look.note(slot, binding);
    if (binding !== undefined && binding.confidence !== 'guess') taken.add(binding.value);
  }
  await findTerminalsOf(look, all);
  findAccount(look, all, bodies);
  findFlags(look, all);
}

/** Whether a column contains scalars, so that it is not a section. */
const isPlain = (column: Column): boolean => column.values.length > 0 && isScalar(column);

/** Returns, for each section with ids, the lists of the snapshot that contain ids from the lists of the service. */
async function holdingKnown(look: Look, columns: readonly Column[]): Promise<Map<SlotOf<'pointer'>, Set<Pointer>>> {
  const transactions = look.found('transactions.id');
  const answers = await readAsAll(look, 'listTransactions');
  const rows = look.found('transactions.rows') ?? '';
  const recent = new Set(
    transactions === undefined
      ? []
      : answers.flatMap(({ json }) => valuesAt(json, rows).flatMap((row) => textsAt(row, transactions))),
  );
  const known: readonly (readonly [SlotOf<'pointer'>, ReadonlySet<string>, Concept])[] = [
    ['portal.visible_terminals', new Set(await knownTerminals(look)), 'terminal'],
    ['portal.visible_groups', await idsIn(look, 'listTerminalGroups'), 'group'],
    ['portal.visible_connectors', await idsIn(look, 'listConnectors'), 'connector'],
    ['portal.recent_transactions', recent, 'transaction'],
  ];
  return new Map(
    known.map(([slot, ids]) => {
      const depth = (pointer: Pointer) => pointer.split('*').length;
      const members = [...valuesAmong(columns, ids, '').keys()].filter(
        (pointer) => depth(pointer) === 2 && /\/\*(\/[^/]*(\/[^/]*)?)?$/.test(pointer),
      );
      const unique = members.filter((pointer) => {
        const texts =
          columns.find((column) => column.pointer === pointer)?.held.map((values) => values.map(String)) ?? [];
        return texts.every((values) => new Set(values).size === values.length);
      });
      return [slot, new Set(unique.map((pointer) => pointer.slice(0, pointer.indexOf('/*'))))];
    }),
  );
}

/** Binds the terminals of the snapshot, with their ids and groups. */
async function findTerminalsOf(look: Look, columns: readonly Column[]): Promise<void> {
  const section = look.found('portal.visible_terminals');
  if (section === undefined) return;
  const within = columns.filter(({ pointer }) => pointer.startsWith(`${section}/*`));
  const evidence = 'its values are known terminal ids';
  const terminals: Shown = new Map(
    [...valuesAmong(within, new Set(await knownTerminals(look)), evidence).keys()].map((pointer) => [
      pointer,
      [{ from: 'shape', evidence, restsOn: ['scope.portal_rules'] } as const],
    ]),
  );
  const binding = choose(
    within,
    { called: [['terminal', 'id'], ['terminal']], looks: (column) => terminals.has(column.pointer), isMany: true },
    terminals,
  );
  if (binding === undefined) return;
  const rows = `${section}/*`;
  look.note('portal.terminal_rows', { ...binding, value: rows });
  look.note('portal.terminal_id', { ...binding, value: binding.value.slice(rows.length) });
  const groups = valuesAmong(within, await idsIn(look, 'listTerminalGroups'), 'its values are known group ids');
  const group = choose(
    within,
    { called: [['group', 'id'], ['group']], looks: (column) => groups.has(column.pointer), isMany: true },
    groups,
  );
  if (group !== undefined) look.note('portal.terminal_group', { ...group, value: group.value.slice(rows.length) });
}

/** Binds the account id of the caller: a member of a profile with values that occur at two places. */
function findAccount(look: Look, columns: readonly Column[], bodies: readonly unknown[]): void {
  const profiles = [look.found('portal.account_profile'), look.found('portal.principal_profile')].filter(
    (one) => one !== undefined,
  );
  const within = columns.filter(({ pointer }) => profiles.some((profile) => pointer.startsWith(`${profile}/`)));
  const shown = new Map<Pointer, Support[]>();
  for (const column of within.filter(
    (one) => isScalar(one) && one.values.length === bodies.length && bodies.length > 1,
  )) {
    const distinct = new Set(column.values).size;
    // ids occur at several places
    const echoes = within.filter(
      (other) => other !== column && JSON.stringify(other.values) === JSON.stringify(column.values),
    ).length;
    if (distinct > 1 && echoes > 0)
      shown.set(column.pointer, [reason('shape', 'it occurs twice in the profiles of the caller')]);
  }
  const looks = (column: Column) => isScalar(column) && column.values.length === bodies.length && bodies.length > 0;
  const inAccount = look.found('portal.account_profile');
  const id: Wanted = { called: [['customer', 'id']], not: ['branding', 'dns'], looks, mayHold: true };
  const ids = within.filter(
    ({ pointer }) => /(^|[/_a-z])(id|key|code|ref|number|no)$/i.test(pointer) || shown.has(pointer),
  );
  const ofAccount = inAccount === undefined ? [] : ids.filter(({ pointer }) => pointer.startsWith(`${inAccount}/`));
  const best = choose(ofAccount, id, shown) ?? choose(ids, id, shown);
  const named = within.filter((column) => looks(column) && likeness(column.words, ['customer']) > 0);
  look.note('portal.account_id', best ?? choose(named, { called: [['customer']], looks }));
}

/** Binds the flags that allow writes: booleans among the access flags. */
function findFlags(look: Look, columns: readonly Column[]): void {
  const flags = look.found('portal.access_flags');
  const within = flags === undefined ? [] : columns.filter(({ pointer }) => pointer.startsWith(`${flags}/`));
  const looks = (column: Column) => isFlag(column) && column.values.length > 0;
  note(look, within, 'writes.derive_settlements_flag', {
    called: [['derive', 'settlement', 'access'], ['derive', 'settlement'], ['settlement']],
    not: ['dispute'],
    looks,
  });
  note(look, within, 'writes.create_dispute_flag', {
    called: [['create', 'dispute', 'access'], ['create', 'dispute'], ['dispute']],
    not: ['settlement'],
    looks,
  });
}
