import type { OperationId } from '../../../spec/index.ts';
import { LIST_SLOTS } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import { formatNames, listIds, type ReadContext, readControl, readTable } from '../../engine/reading.ts';
import { HALF } from '../../engine/sampling.ts';
import { addRemedy, fail, forEachTestable, notApplicable, pass, untestable } from '../../engine/verdict.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import { isInstant } from '../../oracles/instants.ts';
import { findValue, findValues } from '../../oracles/pointers.ts';
import { listScalars } from '../../oracles/refusal.ts';
import { listStrings as listScalarsOf } from '../../oracles/response-words.ts';
import { intersects, subtract } from '../../oracles/set-relations.ts';

/** Members that identify a person: an id, a name, an address. Excludes the role, which several users share. */
const TELLS_WHO =
  /(^|_|[a-z])(id|code|name|nom|prenom|nombre|apellido|nome|naam|login|user|benutzer|usuario|e?mail|courriel|correo)$/i;

const IDENTIFIES_NO_PERSON = /role|type|kind/i;

/** Members that identify an account, which several users share. */
const IDENTIFIES_ACCOUNT = /account|tenant|organi[sz]ation|company|client|customer|role|type|kind/i;

/** Returns the identifying values of a principal profile: ids, names and addresses, except in members named like `excluded`. */
function listIdentities(profile: unknown, excluded = IDENTIFIES_NO_PERSON): string[] {
  if (typeof profile !== 'object' || profile === null) return [];
  return Object.entries(profile).flatMap(([name, value]) => {
    if (excluded.test(name)) return [];
    if (typeof value === 'object') return listIdentities(value, excluded);
    return TELLS_WHO.test(name) && !isInstant(String(value)) ? [String(value)] : [];
  });
}

/** Returns the identifying values that are long enough to search for in other responses. */
const listMarks = (profile: unknown): string[] => listIdentities(profile).filter((value) => value.length >= 6);

export const portalShowsNoForeignPeople = check({
  id: 'scope/portal-shows-no-foreign-people',
  title: 'The portal names no user of another account',
  clause: 'service.tenant_scoped',
  covers: ['portal.users'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    if (!insider.isStranger)
      return addRemedy(
        untestable(`${insider.name} and ${outsider.name} may be of the same account; use keys of two accounts`),
        { kind: 'other-account-key' },
      );
    const profile = bindings.need('portal.principal_profile');
    const owners = await insider.get('getPortal');
    const others = await outsider.get('getPortal');
    if (!isSuccess(owners) || !isSuccess(others))
      return untestable('both keys must be able to read the portal', owners, others);
    const known = new Set(listMarks(findValue(others.json, profile)));
    const marks = subtract(listMarks(findValue(owners.json, profile)), known);
    if (marks.size === 0)
      return untestable(`needs an id or a name in the principal profile of ${insider.name}`, owners);
    const shown = listScalars(others).filter((leaf) => marks.has(leaf));
    if (shown.length === 0) return pass(owners, others);
    const expected = `no user of the account of ${insider.name}`;
    return fail({ expected, actual: others, saw: formatNames(shown) }, owners);
  },
});

export const portalNamesItsCaller = check({
  id: 'scope/portal-names-its-caller',
  title: 'Keys with different scopes get portals of different users',
  clause: 'auth.scope',
  covers: ['portal.users'],
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    const profile = bindings.need('portal.principal_profile');
    if (insider.hidden.terminals.size === 0)
      return untestable(`needs terminals of ${insider.name} that are hidden from ${outsider.name}`);
    const [owners, others] = [await insider.get('getPortal'), await outsider.get('getPortal')];
    if (!isSuccess(owners) || !isSuccess(others))
      return untestable('both keys must be able to read the portal', owners, others);
    const [theirs, own] = [owners, others].map(({ json }) => JSON.stringify(listScalarsOf(findValue(json, profile))));
    if (own !== theirs) return pass(owners, others);
    const identities = listIdentities(
      findValue(others.json, profile),
      insider.isStranger ? IDENTIFIES_NO_PERSON : IDENTIFIES_ACCOUNT,
    );
    if (identities.length === 0)
      return untestable('needs a principal profile with an id, a name or an address of the user', others);
    const expected = `the user of ${outsider.name}, who sees other terminals than ${insider.name}`;
    return fail({ expected, actual: others, saw: `the user of ${insider.name}` }, owners);
  },
});

export const brandingListsNoAccounts = check({
  id: 'scope/branding-lists-no-accounts',
  title: 'The public branding status does not list the accounts of the service',
  clause: 'service.tenant_scoped',
  covers: ['branding.get'],
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous', 'bindings'],
  async run({ insider, outsider, anonymous, bindings }) {
    if (!insider.isStranger)
      return addRemedy(
        untestable(`${insider.name} and ${outsider.name} may be of the same account; use keys of two accounts`),
        { kind: 'other-account-key' },
      );
    const profile = bindings.need('portal.account_profile');
    const portals = [await insider.get('getPortal'), await outsider.get('getPortal')];
    const [one = [], other = []] = portals.map(({ json }) => listMarks(findValue(json, profile)));
    const [ofInsider, ofOutsider] = [subtract(one, new Set(other)), subtract(other, new Set(one))];
    if (ofInsider.size === 0 || ofOutsider.size === 0)
      return untestable('needs ids or names in the account profiles of two accounts', ...portals);
    const response = await anonymous.get('getBrandingStatus');
    if (!isSuccess(response)) return untestable('the branding status cannot be read without a key', response);
    const shown = listScalars(response);
    const named = shown.find((leaf) => ofInsider.has(leaf));
    const second = shown.find((leaf) => ofOutsider.has(leaf));
    if (named === undefined || second === undefined) return pass(response);
    const expected = 'the accounts of no or of one customer';
    return fail({ expected, actual: response, saw: formatNames([named, second]) }, ...portals);
  },
});

interface Listed {
  readonly list: 'listConnectors' | 'listTransactions' | 'listLocations';
  readonly opens: OperationId;
  readonly toParameters: (id: string) => Parameters;
  readonly idsIn: 'ids' | 'terminals';
}

const OPENED: readonly Listed[] = [
  { list: 'listConnectors', opens: 'getConnectorStatus', toParameters: (id) => ({ connector_id: id }), idsIn: 'ids' },
  {
    list: 'listTransactions',
    opens: 'getTransactionTimeline',
    toParameters: (id) => ({ transaction_id: id }),
    idsIn: 'ids',
  },
  { list: 'listLocations', opens: 'getLocation', toParameters: (id) => ({ terminal_id: id }), idsIn: 'terminals' },
];

/** A key that can read only some listed items by id has a list wider, or a scope narrower, than it should. */
export const listedThingsOpen = check({
  id: 'scope/what-is-listed-opens',
  title: 'A key can read by id every item that its list returns',
  clause: 'auth.scope',
  level: 'should',
  needs: ['reader', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader, bindings, sampling }) =>
    forEachTestable(
      OPENED.filter(({ opens }) => reader.sees.reads.has(opens)),
      ({ list, opens }) => `${list} and ${opens}`,
      async (listed) => {
        const table = await readControl({ reader, bindings }, listed.list);
        const ids = listed.idsIn === 'ids' ? listIds(table) : table.rows.flatMap(({ terminals }) => terminals);
        bindings.need(LIST_SLOTS[listed.list].id);
        if (ids.length === 0) return untestable(`${listed.list} is empty`, table.exchange);
        const spread = sampling.select('listed items', [...new Set(ids)], { quick: 1, standard: 2, thorough: 3 });
        const opened = [];
        for (const id of spread) {
          if (id === undefined) continue;
          const exchange = await reader.get(listed.opens, listed.toParameters(id));
          if (
            exchange.status >= 400 &&
            exchange.status < 500 &&
            (await isStillListed({ reader, bindings }, listed, id))
          ) {
            const expected = `a success: ${listed.list} returns ${id} to ${reader.name}`;
            return fail({ expected, actual: exchange }, table.exchange);
          }
          opened.push(exchange);
        }
        return opened.some(isSuccess)
          ? pass(table.exchange, ...opened)
          : untestable('no listed item could be read by id', table.exchange);
      },
    ),
});

async function isStillListed(context: ReadContext, { list, idsIn }: Listed, id: string) {
  const again = await readControl(context, list);
  return idsIn === 'ids' ? listIds(again).includes(id) : again.rows.some(({ terminals }) => terminals.includes(id));
}

/** A batch totals the activity of its terminals, so it reveals activity of hidden ones. */
export const batchesCoverVisibleTerminals = check({
  id: 'scope/batches-sum-up-visible-terminals',
  title: 'No settlement batch belongs to a group with terminals outside the scope of the key',
  clause: 'scope.response',
  level: 'should',
  needs: ['insider', 'outsider', 'bindings'],
  async run({ insider, outsider, bindings }) {
    const partly = [...insider.sees.groups].filter(
      ([id, members]) =>
        insider.sees.leafGroups.has(id) &&
        intersects(members, insider.hidden.terminals) &&
        intersects(members, outsider.sees.terminals),
    );
    const groups = new Set(partly.map(([id]) => id));
    const isGroup = (leaf: string) => insider.sees.groups.has(leaf);
    const rows = bindings.need('settlements.rows');
    const whole = await insider.get('listSettlements');
    const namesOne = (value: unknown) => listLeaves(value).some((leaf) => groups.has(leaf));
    if (isSuccess(whole) && !findValues(whole.json, rows).some((value) => listLeaves(value).some(isGroup)))
      return notApplicable('batches name no terminal group', whole);
    if (groups.size === 0 || !isSuccess(whole) || !findValues(whole.json, rows).some(namesOne))
      return untestable(
        `needs a batch of a group of ${insider.name}, some of whose terminals are hidden from ${outsider.name}`,
        whole,
      );
    const shown = await outsider.get('listSettlements');
    const batches = readTable(shown, bindings, 'listSettlements')?.rows ?? [];
    const named = batches.filter(({ value }) => namesOne(value)).map(({ id }) => id);
    if (named.length === 0) return pass(whole, shown);
    const expected = `no batch of ${formatNames(groups)}, because ${outsider.name} does not see every terminal of these groups`;
    return fail({ expected, actual: shown, saw: `the batches ${formatNames(named)}` }, whole);
  },
});

const listLeaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listLeaves) : [String(value)];
