import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { listElements, listStrings } from '../../reading/names/response-words.ts';
import { occursIn } from '../../reading/names/terminal-aliases.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { listScalars } from '../../reading/refusal.ts';
import { isDistinctive, isMasked } from '../../reading/served.ts';
import { isTimeText } from '../../reading/values/instants.ts';
import { subtract } from '../../reading/values/set-relations.ts';
import { fail, forEachTestable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { accuseIfHidden, areApart } from '../../relations/survey/denials.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { requireOtherTenant } from '../../relations/survey/scope-probes.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** Members that identify a person: an id, a name, an address. Excludes the role, which several users share. */
const IDENTIFIES_PERSON =
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
    return IDENTIFIES_PERSON.test(name) && !isTimeText(String(value)) ? [String(value)] : [];
  });
}

/** An id or an address, which no two users share. */
const IDENTIFIES_ONE = /(^|_|[a-z])(id|uuid|login|user_?name|e?mail|courriel|correo)$/i;

/** Whether two profiles name one user: they have the same values in their own members for ids and addresses, and at least one. */
function isOneUser(one: unknown, other: unknown): boolean {
  const list = (profile: unknown): string[] =>
    Object.entries(Object(profile)).flatMap(([name, value]) =>
      IDENTIFIES_ONE.test(name) && !IDENTIFIES_ACCOUNT.test(name) && typeof value !== 'object'
        ? [`${name}=${value}`]
        : [],
    );
  const values = list(one);
  return values.length > 0 && values.join('\n') === list(other).join('\n');
}

/** Returns the names of an organization and its hosts: texts with letters that are no addresses of files, colours or instants. */
const listNamesAndHosts = (section: unknown): string[] =>
  listStrings(section).filter(
    (text) => text.length >= 6 && /[a-z]{3}/i.test(text) && !/^#|\/\/|^[A-Z_]+$/.test(text) && !isTimeText(text),
  );

/** Returns the identifying values that are long enough to search for in other responses. */
const listMarks = (profile: unknown): string[] => listIdentities(profile).filter((value) => value.length >= 6);

/** Returns the values outside arrays, with their places: those of the user, the account and the organization are among them. */
function listSingles(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[place, String(value)]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => listSingles(one, `${place}/${name}`));
}

/** Whether a text is words joined as in the name of a role: users of all tenants may have it. */
const isNameOfRole = (place: string, text: string): boolean =>
  /^\p{Lu}+([_-]\p{Lu}+)*$/u.test(text) ||
  (/^\p{Ll}+([_-]\p{Ll}+)*$/u.test(text) && /code|role|profile|type/i.test(place));

/** Members whose values the users of several tenants may share. */
const OF_MANY = /role|type|kind|plan|tier|locale|language|region|zone|currency|bank|product|manager|support|contact/i;

/** Whether a text is an id by its place, in a form that no word has: with letters, and separators or changes of case. */
export const isIdOfUser = (place: string, text: string): boolean =>
  /(^|[_/]|[a-z])(id|uuid|code|login|user_?name)$/i.test(place) &&
  !IDENTIFIES_ACCOUNT.test(place) &&
  !OF_MANY.test(place) &&
  !isNameOfRole(place, text) &&
  /^(?=.*\p{L})(?=.*(\p{L}[-_.:/]|\p{Ll}\p{Lu}))\S{6,}$/u.test(text);

/** Whether a text is the name or the id of an account or an organization by its place. */
function isOfTenant(place: string, text: string): boolean {
  const [parent = '', name = ''] = place.split('/').slice(-2);
  const words = splitWords(`${parent} ${name}`);
  const isNamed = express(words, 'customer') || express(words, 'organization');
  return isNamed && IDENTIFIES_PERSON.test(name) && !OF_MANY.test(`${parent} ${name}`) && isDistinctive(text);
}

/** Two people may share a name, not a name and an address or an id. */
const ENOUGH_TO_IDENTIFY = 2;

export const portalShowsNoForeignPeople = check({
  id: 'scope/portal-shows-no-foreign-people',
  title: 'No list of the portal has an entry with what names the user or the account of a key of another tenant',
  clause: 'service.tenant_scoped',
  covers: ['portal.users'],
  level: 'must',
  needs: ['insider', 'outsider'],
  async run({ insider, outsider }) {
    const [owners, others] = [await insider.get('getPortal'), await outsider.get('getPortal')];
    if (!isSuccess(owners) || !isSuccess(others))
      return untestable('both keys must be able to read the portal', owners, others);
    const own = new Map(listSingles(others.json));
    const known = new Set(own.values());
    const differing = listSingles(owners.json).filter(
      ([place, text]) => own.has(place) && !known.has(text) && !isMasked(text),
    );
    // users of two tenants may have the same role, region or language
    const ofOne = new Set(
      differing.flatMap(([place, text]) =>
        /\S@\S/.test(text) || isIdOfUser(place, text) || isOfTenant(place, text) ? [text] : [],
      ),
    );
    const marks = new Set([...ofOne, ...differing.flatMap(([, text]) => (isDistinctive(text) ? [text] : []))]);
    if (marks.size < ENOUGH_TO_IDENTIFY)
      return untestable(`needs values that only the portal of ${insider.name} has at the place of its user`, owners);
    // an entry of both portals that names the tenant of one is of that tenant
    const theirs = new Set(listElements(owners).map(({ value }) => JSON.stringify(value)));
    const isTheirs = (value: unknown) => theirs.has(JSON.stringify(value));
    const named = listElements(others)
      .map(({ value }) => {
        const texts = new Set(listStrings(value));
        const whole = [...texts].filter((text) => marks.has(text));
        const within = isTheirs(value)
          ? [...ofOne].filter((mark) => [...texts].some((text) => occursIn(text, mark)))
          : [];
        return whole.length >= ENOUGH_TO_IDENTIFY && whole.some((text) => ofOne.has(text)) ? whole : within;
      })
      .find((texts) => texts.length > 0);
    if (!(await areApart(insider, outsider))) return requireOtherTenant({ insider, outsider });
    if (named === undefined) return pass(owners, others);
    const expected = `nothing of the tenant of ${insider.name}`;
    return fail({ expected, actual: others, saw: formatNames(named) }, owners);
  },
});

export const portalNamesItsCaller = check({
  id: 'scope/portal-names-its-caller',
  title: 'Keys with different scopes get portals of different users',
  clause: 'auth.scope',
  covers: ['portal.users'],
  level: 'should',
  needs: ['insider', 'outsider', 'readers', 'bindings'],
  async run({ insider, outsider, readers, bindings }) {
    const profile = bindings.need('portal.principal_profile');
    if (insider.hidden.terminals.size === 0)
      return untestable(`needs terminals of ${insider.name} that are hidden from ${outsider.name}`);
    const others = await outsider.get('getPortal');
    const own = JSON.stringify(listStrings(findValue(others.json, profile)));
    const read: Exchange[] = [];
    // other users of the same tenant may have the same scope as the insider, and another profile
    const wider = readers.filter(({ sees }) => subtract(sees.terminals, outsider.sees.terminals).size > 0);
    for (const other of new Set([insider, ...wider])) {
      const { name } = other;
      const owners = await other.get('getPortal');
      if (!isSuccess(owners) || !isSuccess(others)) continue;
      read.push(owners);
      const isSame = own === JSON.stringify(listStrings(findValue(owners.json, profile)));
      if (!isSame && !isOneUser(findValue(owners.json, profile), findValue(others.json, profile))) continue;
      const isStranger = name === insider.name && (await areApart(insider, outsider));
      const identities = listIdentities(
        findValue(others.json, profile),
        isStranger ? IDENTIFIES_NO_PERSON : IDENTIFIES_ACCOUNT,
      );
      // the user may be named elsewhere in the portal
      const theirs = new Map(listSingles(owners.json));
      const differing = listSingles(others.json).filter(
        ([place, text]) => isDistinctive(text) && theirs.has(place) && theirs.get(place) !== text,
      );
      if (identities.length === 0 || (!isStranger && differing.length > 0))
        return untestable('needs a principal profile with an id, a name or an address of the user', others, owners);
      const expected = `the user of ${outsider.name}, who sees other terminals than ${name}`;
      const failure = fail({ expected, actual: others, saw: `the user of ${name}` }, owners);
      const terminals = subtract(other.sees.terminals, outsider.sees.terminals);
      return accuseIfHidden({ insider: other, outsider }, { terminals, failure });
    }
    const [first, ...rest] = read;
    return first === undefined
      ? untestable('both keys must be able to read the portal', others)
      : pass(others, first, ...rest.slice(0, 1));
  },
});

export const brandingListsNoAccounts = check({
  id: 'scope/branding-lists-no-accounts',
  title: 'The public branding status does not list the accounts of the service',
  clause: 'service.tenant_scoped',
  covers: ['branding.get'],
  level: 'should',
  needs: ['insider', 'outsider', 'anonymous', 'bindings'],
  async run({ insider, outsider, anonymous, bindings }) {
    if (!(await areApart(insider, outsider))) return requireOtherTenant({ insider, outsider });
    const profile = bindings.need('portal.account_profile');
    const portals = [await insider.get('getPortal'), await outsider.get('getPortal')];
    const own = [profile, bindings.find('portal.organization_branding'), bindings.find('portal.dns_state')];
    const [one = [], other = []] = portals.map(({ json }) => [
      ...listMarks(findValue(json, profile)),
      ...own.flatMap((pointer) => (pointer === undefined ? [] : listNamesAndHosts(findValue(json, pointer)))),
    ]);
    const [ofInsider, ofOutsider] = [subtract(one, new Set(other)), subtract(other, new Set(one))];
    if (ofInsider.size === 0 || ofOutsider.size === 0)
      return untestable(
        `needs ids or names in the account profiles that differ between ${insider.name} and ${outsider.name}`,
        ...portals,
      );
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

export const portalTerminalsOpen = check({
  id: 'scope/portal-terminals-open',
  title: 'A key can read the status of every terminal that its portal shows',
  clause: 'scope.portal_rules',
  covers: ['auth.scope'],
  level: 'should',
  needs: ['reader', 'readers', 'bindings'],
  async run({ reader, readers, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const rows = bindings.need('portal.terminal_rows');
    const shown = new Set(findTexts(portal.json, `${rows}${bindings.need('portal.terminal_id')}`));
    const listActive = ({ sees }: Pick<Principal, 'sees'>) => sees.placedTransactions.flatMap((row) => row.terminals);
    const unused = subtract(shown, new Set(listActive(reader)));
    const usedByOthers = new Set(readers.flatMap(listActive));
    // terminals without transactions may be those that the other surfaces hide, first of all if other keys see some
    const [terminal] = [...[...unused].filter((id) => usedByOthers.has(id)), ...unused, ...shown];
    if (terminal === undefined) return untestable('needs a terminal in the portal', portal);
    const opener = reader.sees.reads.get('getTerminalStatus');
    const control = opener && (await reader.get('getTerminalStatus', opener));
    if (control === undefined || !isSuccess(control))
      return untestable(`${reader.name} cannot read the status of a terminal`, portal);
    const status = await reader.get('getTerminalStatus', { terminal_id: terminal });
    if (status.status < 400 || status.status >= 500) return pass(portal, status);
    const expected = `a success: the portal of ${reader.name} shows ${formatNames([terminal])}`;
    return fail({ expected, actual: status }, portal, control);
  },
});

/** Reads of a terminal whose data other responses show to the same key. */
const OF_A_TERMINAL = ['listTerminalTransactions', 'getTerminalFeed'] as const;

export const activeTerminalsOpen = check({
  id: 'scope/active-terminals-open',
  title:
    'A key that lists transactions of a terminal can read its own list, and its feed if the key reads the account feed',
  clause: 'auth.scope',
  covers: ['terminals.transactions', 'feeds.visibility'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) =>
    forEachTestable(OF_A_TERMINAL, String, async (operation) => {
      const { sees } = reader;
      const terminal_id = sees.reads.get('getTerminalStatus')?.terminal_id;
      const isListed = sees.placedTransactions.some(({ terminals }) => terminals.includes(String(terminal_id)));
      if (typeof terminal_id !== 'string' || !isListed) return untestable('needs a terminal with transactions');
      if (operation === 'getTerminalFeed' && !sees.reads.has('getAccountFeed'))
        return untestable(`${reader.name} does not read the account feed`);
      const [control, probe] = [await reader.get('listTransactions'), await reader.get(operation, { terminal_id })];
      if (isSuccess(probe) || probe.status >= 500) return pass(control, probe);
      // a role may lack a permission
      const others = [...new Set(sees.placedTransactions.flatMap(({ terminals }) => terminals))].filter(
        (one) => one !== terminal_id,
      );
      for (const other of others.slice(0, 2)) {
        const opened = await reader.get(operation, { terminal_id: other });
        if (!isSuccess(opened)) continue;
        return fail({ expected: `data of ${terminal_id}, which the key sees`, actual: probe }, control, opened);
      }
      return untestable(
        `${reader.name} reads this of no other terminal, so that its role may lack the permission`,
        probe,
      );
    }),
});
