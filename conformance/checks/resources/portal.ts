import { findSmallest } from '../../../base/large-lists.ts';
import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsData, isWebPage } from '../../http/response-kind.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { findEntries, findTexts, findValue, type ValuePointer } from '../../reading/pointers.ts';
import { readInstants } from '../../reading/values/instants.ts';
import { subtract } from '../../reading/values/set-relations.ts';
import { addRemedy, fail, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import {
  outlinePortal,
  PORTAL_GROUPS,
  PORTAL_PARTS,
  PORTAL_SECTIONS,
  type PortalGroup,
  type PortalOutline,
  type PortalPart,
} from '../../relations/contents/portal-groups.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, readTable } from '../../slots/read-lists.ts';
import type { SlotOfKind } from '../../slots/slots.ts';

/** The groups of data that the document lists for the snapshot, in document order. */
const SECTIONS: readonly (readonly [name: string, slot: SlotOfKind<'pointer'>])[] = [
  ['principal profile', 'portal.principal_profile'],
  ['account profile', 'portal.account_profile'],
  ['organization branding', 'portal.organization_branding'],
  ['DNS state', 'portal.dns_state'],
  ['access flags', 'portal.access_flags'],
  ['visible users', 'portal.visible_users'],
  ['visible terminals', 'portal.visible_terminals'],
  ['visible groups', 'portal.visible_groups'],
  ['visible connectors', 'portal.visible_connectors'],
  ['recent transactions', 'portal.recent_transactions'],
  ['recent commands', 'portal.recent_commands'],
  ['recent forms', 'portal.recent_forms'],
  ['report catalog', 'portal.report_catalog'],
  ['compliance vault', 'portal.compliance_vault'],
  ['onboarding', 'portal.onboarding'],
  ['documents', 'portal.documents'],
  ['videos', 'portal.videos'],
];

/** Groups that a right service may leave out where they are empty, and those that a role may hide. */
const CANNOT_BE_EMPTY: ReadonlySet<PortalGroup> = new Set([
  PORTAL_GROUPS.profiles,
  PORTAL_GROUPS.organization,
  PORTAL_GROUPS.flags,
]);
const OF_LISTS = new Map<PortalGroup, readonly OperationId[]>([
  [PORTAL_GROUPS.terminals, ['listTransactions', 'listLocations']],
  [PORTAL_GROUPS.groups, ['listTerminalGroups', 'listConnectors']],
  [PORTAL_PARTS.groups, ['listTerminalGroups']],
  [PORTAL_PARTS.connectors, ['listConnectors']],
]);
const OF_RECENT: ReadonlySet<PortalGroup> = new Set([
  PORTAL_GROUPS.recent,
  PORTAL_PARTS.transactions,
  PORTAL_PARTS.commands,
  PORTAL_PARTS.forms,
]);

export const portalHoldsTheGroups = check({
  id: 'portal/holds-the-documented-groups',
  title: 'The portal snapshot contains every documented group of data',
  clause: 'portal.get',
  covers: [
    'portal.principal',
    'portal.organization',
    'portal.access_flags',
    'portal.users',
    'portal.terminals',
    'portal.groups_connectors',
    'portal.recent',
    'portal.report_catalog',
    'compliance.portal_only',
  ],
  level: 'must',
  needs: ['readers', 'expectedScopes', 'bindings'],
  async run({ readers, expectedScopes: { expectations }, bindings }) {
    const portals: SeenPortal[] = [];
    const failed: Exchange[] = [];
    for (const reader of readers) {
      const portal = await reader.get('getPortal');
      if (isSuccess(portal) && portal.json !== undefined) {
        const outline = outlinePortal(portal.json);
        const isOfAdministrator = expectations.get(reader.name)?.isAdministrator ?? outline.isOfAdministrator;
        portals.push({ reader, portal, outline: { ...outline, isOfAdministrator } });
      } else if (portal.status >= 500) failed.push(portal);
    }
    const [first] = portals;
    const [error] = failed;
    if (first === undefined)
      return error !== undefined && failed.length === readers.length
        ? fail({ expected: 'a snapshot', actual: error })
        : untestable('no key reads the portal', ...failed);
    const unknown: string[] = [];
    const possible = new Set<string>();
    const isShown = (group: PortalGroup) => portals.some(({ outline }) => outline.shows(group));
    // a group is missing only where names show the others: the names may be somewhere else, such as in ids
    const areNamed = Object.values(PORTAL_GROUPS).filter(isShown).length >= FEWEST_NAMED;
    for (const group of Object.values(PORTAL_GROUPS)) {
      if (isShown(group)) continue;
      const candidates = portals.flatMap(({ outline }) => outline.listPossible(group));
      const entitled = portals.find((one) => mustShow(one, group, portals));
      if (entitled !== undefined && candidates.length === 0 && areNamed)
        return fail({ expected: group.name, actual: entitled.portal, saw: 'no member with this name or form' });
      unknown.push(group.name);
      for (const place of candidates) possible.add(place);
    }
    if (unknown.length === 0) return (areNamed ? judgeParts(portals, bindings) : undefined) ?? pass(first.portal);
    const reason = `the kit does not find ${formatNames(unknown)} in the portal by names or forms`;
    const hint =
      possible.size > 0
        ? `it does not know what ${formatNames(possible)} are`
        : 'they may be empty, or hidden from these keys';
    return untestable(`${reason}; ${hint}`, first.portal);
  },
});

const FEWEST_NAMED = 4;

const PART_SLOTS = new Map<PortalPart, SlotOfKind<'pointer'>>([
  [PORTAL_PARTS.groups, 'portal.visible_groups'],
  [PORTAL_PARTS.connectors, 'portal.visible_connectors'],
  [PORTAL_PARTS.transactions, 'portal.recent_transactions'],
  [PORTAL_PARTS.commands, 'portal.recent_commands'],
  [PORTAL_PARTS.forms, 'portal.recent_forms'],
  [PORTAL_SECTIONS.vault, 'portal.compliance_vault'],
  [PORTAL_SECTIONS.onboarding, 'portal.onboarding'],
  [PORTAL_SECTIONS.documents, 'portal.documents'],
  [PORTAL_SECTIONS.videos, 'portal.videos'],
]);

/** Judges the groups that consist of several lists: returns the verdict on a list that no portal shows, `undefined` if all are shown. */
function judgeParts(portals: readonly SeenPortal[], bindings: Bindings): Verdict | undefined {
  for (const [part, slot] of PART_SLOTS) {
    const pointer = bindings.find(slot);
    const isBound = ({ portal }: SeenPortal) => pointer !== undefined && findValue(portal.json, pointer) !== undefined;
    if (portals.some((one) => isBound(one) || one.outline.mayShow(part))) continue;
    const entitled = portals.find((one) => mustShow(one, part, portals) && usesKnownNames(one, part));
    if (entitled !== undefined)
      return fail({ expected: part.name, actual: entitled.portal, saw: 'no list that could be them' });
    const reason = `no list of the portal could be the ${part.name}: they may be empty, or hidden from these keys; if they have another name, set bindings.${slot}`;
    return addRemedy(untestable(reason, ...portals.slice(0, 1).map(({ portal }) => portal)), {
      kind: 'binding',
      name: slot,
    });
  }
  return undefined;
}

/** The sections of a service with known names: another one may be part of a section that the kit does not know. */
const FEWEST_SECTIONS = 2;

function usesKnownNames({ outline }: SeenPortal, part: PortalPart): boolean {
  const sections = Object.values<PortalPart>(PORTAL_SECTIONS);
  return !sections.includes(part) || sections.filter((one) => outline.shows(one)).length >= FEWEST_SECTIONS;
}

interface SeenPortal {
  readonly reader: Principal;
  readonly portal: Exchange;
  readonly outline: PortalOutline;
}

/**
 * Whether a key must see a group: one that cannot be empty; things that another path shows to the key; or, for an administrator, from
 * whom no role hides anything, what a service that writes empty lists would write in any case.
 */
function mustShow({ reader, outline }: SeenPortal, group: PortalGroup, all: readonly SeenPortal[]): boolean {
  if (CANNOT_BE_EMPTY.has(group)) return true;
  const lists = OF_LISTS.get(group);
  if (lists !== undefined) return lists.some((operation) => hasElements(reader.sees.responses.get(operation)?.json));
  const writesEmpty = all.some((one) => one.outline.writesEmpty);
  return writesEmpty
    ? OF_RECENT.has(group) || outline.isOfAdministrator
    : group === PORTAL_GROUPS.users && outline.isOfAdministrator;
}

/** Whether a value contains a list with an object. */
const hasElements = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ((Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null)) ||
    Object.values(value).some(hasElements));

/** The sections that the document makes available in the portal only, as likely paths. A sample has the first ones. */
const DEDICATED = [
  'compliance',
  'onboarding',
  'documents',
  'videos',
  'compliance/vault',
  'compliance/documents',
  'compliance-vault',
  'portal/compliance',
] as const;

/** Returns the instants in the sections with recent activity of a portal, except one. */
function listRecentInstants(portal: Exchange, bindings: Bindings, except: SlotOfKind<'pointer'>): number[] {
  return RECENT.filter((slot) => slot !== except).flatMap((slot) => {
    const pointer = bindings.find(slot);
    return pointer === undefined ? [] : readInstants(listStrings(findValue(portal.json, pointer)));
  });
}

const RECENT = ['portal.recent_transactions', 'portal.recent_commands', 'portal.recent_forms'] as const;

/** The target decides how long activity is recent: at least as long as the oldest activity that the same portal shows. */
export const recentCommandsAreShown = check({
  id: 'portal/recent-commands-are-shown',
  title:
    'The recent commands of the portal are not empty for every key if terminals have commands as recent as its transactions',
  clause: 'portal.recent',
  level: 'should',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const section = bindings.need('portal.recent_commands');
    const empty: { readonly reader: Principal; readonly portal: Exchange }[] = [];
    for (const reader of readers) {
      const portal = await reader.get('getPortal');
      if (!isSuccess(portal)) continue;
      if (countScalars(findValue(portal.json, section)) > 0) return pass(portal);
      empty.push({ reader, portal });
    }
    for (const { reader, portal } of empty) {
      const parameters = reader.sees.reads.get('listTerminalCommands');
      if (parameters === undefined) continue;
      const commands = await reader.get('listTerminalCommands', parameters);
      const rows = readTable(commands, bindings, 'listTerminalCommands')?.rows ?? [];
      const since = findSmallest(listRecentInstants(portal, bindings, 'portal.recent_commands'));
      const newer = rows.filter(({ value }) => readInstants(listStrings(value)).some((instant) => instant > since));
      if (newer.length === 0 || since === Number.POSITIVE_INFINITY) continue;
      const expected = `recent commands, such as ${formatNames(newer.map(({ id }) => id))}`;
      return fail({ expected, actual: portal, saw: 'none for any key' }, commands);
    }
    return untestable('needs a terminal with commands that are as recent as other activity of the portal');
  },
});

export const noDedicatedEndpoints = check({
  id: 'portal/compliance-has-no-endpoint',
  title: 'There are no separate endpoints for compliance, onboarding, documents and videos',
  clause: 'compliance.no_endpoints',
  covers: ['compliance.portal_only'],
  level: 'must',
  needs: ['readers', 'sampling', 'seed'],
  async run({ readers, sampling, seed }) {
    const reader = readers.find(({ sees }) => sees.reads.has('getPortal'));
    if (reader === undefined) return untestable('no key can read the portal');
    const portal = await reader.get('getPortal');
    const readPath = (segment: string) => reader.get('getPortal', {}, { spell: () => `/v1/${segment}` });
    const names = DEDICATED.slice(0, sampling.select('likely paths', DEDICATED, { quick: 1, standard: 2 }).length);
    for (const name of names) {
      const probe = await readPath(name);
      if (!isSuccess(probe) || isWebPage(probe) || !containsData(probe)) continue;
      const control = await readPath(`x${seed}-${name}`);
      if (isSuccess(control)) return untestable('the target answers every path', probe, control);
      return fail({ expected: 'no such endpoint', actual: probe, saw: `data at /v1/${name}` }, control);
    }
    return pass(portal);
  },
});

export const sectionsAreTheSameForEveryKey = check({
  id: 'portal/sections-are-filled-for-every-key',
  title: 'No section of the portal is null for one key only, and each key has reports if the others do',
  clause: 'portal.get',
  covers: ['portal.safe_first_call', 'portal.report_catalog'],
  level: 'should',
  needs: ['readers', 'bindings'],
  async run({ readers, bindings }) {
    const portals: { readonly name: string; readonly portal: Exchange }[] = [];
    for (const reader of readers) {
      const portal = await reader.get('getPortal');
      if (isSuccess(portal)) portals.push({ name: reader.name, portal });
    }
    const [first, second] = portals;
    if (first === undefined || second === undefined) return untestable('needs two keys that read the portal');
    for (const [name, slot] of SECTIONS) {
      const pointer = bindings.find(slot);
      if (pointer === undefined) continue;
      const isBare = (value: unknown) =>
        slot === 'portal.report_catalog' ? countScalars(value) === 0 : value === null || value === undefined;
      const bare = portals.filter(({ portal }) => isBare(findValue(portal.json, pointer)));
      const [only] = bare;
      if (only === undefined || bare.length > 1) continue;
      const filled = portals.find((one) => !bare.includes(one)) ?? first;
      const expected = `a ${name} for ${only.name}, as for ${filled.name}`;
      return fail({ expected, actual: only.portal, saw: 'none' }, filled.portal);
    }
    return pass(first.portal, second.portal);
  },
});

/** Counts the texts in a section; a list of another shape may hold counts and flags although it is empty. */
const countScalars = (value: unknown): number => {
  if (typeof value === 'string') return value === '' ? 0 : 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + countScalars(one), 0);
};

export const portalShowsWhatListsShow = check({
  id: 'portal/shows-the-terminals-of-the-lists',
  title: 'The portal lists every terminal whose transactions, or whose status and location, the key can read',
  clause: 'scope.portal_rules',
  covers: ['auth.visibility_rules'],
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const id = bindings.need('portal.terminal_id');
    const at = bindings.need('portal.terminal_rows');
    const terminals = findEntries(portal.json, at);
    const shown = new Set(terminals.flatMap(({ value, key }) => findTexts(value, id, key)));
    const read = new Set(reader.sees.transactions.flatMap(({ terminals }) => terminals));
    if (read.size === 0) return untestable('needs transactions', portal);
    const active = subtract(read, shown);
    const silent = subtract(subtract(reader.sees.terminals, read), shown);
    const [first] = [...active, ...silent];
    if (first === undefined) return pass(portal);
    if (isPartial(portal.json, at, shown.size)) return notApplicable('the portal states that it shows a part', portal);
    // a terminal without transactions must be readable in two ways, because a list may name those of other users
    const opens = active.size > 0 ? (['getTerminalStatus'] as const) : (['getTerminalStatus', 'getLocation'] as const);
    const opened: Exchange[] = [];
    for (const operation of opens) opened.push(await reader.get(operation, { terminal_id: first }));
    if (!opened.every((one) => isSuccess(one) && listStrings(one.json).includes(first)))
      return notApplicable('the key cannot read the terminals that are absent', ...opened);
    const expected = 'every terminal that occurs in the lists';
    return fail({ expected, actual: portal, saw: `no ${formatNames([...active, ...silent])}` }, ...opened);
  },
});

const COUNT = /total|count|matched|size/i;
const MORE = /more|next|truncat|partial/i;

/** Whether a member beside a list of this many items states that there are more. */
function isPartial(json: unknown, at: ValuePointer, shown: number): boolean {
  const beside = findValue(json, at.replace(/\/\*$/, '').split('/').slice(0, -1).join('/'));
  return Object.entries(typeof beside === 'object' && beside !== null ? beside : {}).some(
    ([name, value]) =>
      (MORE.test(name) && value !== false && value !== null && value !== '') ||
      (COUNT.test(name) && Number(value) > shown),
  );
}
