import { omitUndefined } from '../../../base/omit-undefined.ts';
import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsData } from '../../http/response-kind.ts';
import { findValue, type ValuePointer } from '../../reading/pointers.ts';
import { toFlag } from '../../reading/values/flags.ts';
import { addRemedy, fail, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { type Concept, express, splitWords } from '../../reading/words/synonyms.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';

/** Verbs of reading in names of flags, and neutral words. */
const READING = /^(view|read|see|show|list|ver|voir|lire|consulter|consultar|leer|sehen|lesen|anzeigen|inzien)$/;
const TERMINAL = /^(terminal|terminale?|atm|dab|cajero|automat|geldautomat)$/;
const NEUTRAL = /^(can|may|is|has|allow|allowed|access|puede|peut|darf|kann|pode|mag)$/;

/** The reads of each subject of a flag. */
const SUBJECTS: Readonly<Partial<Record<Concept, readonly OperationId[]>>> = {
  settlement: ['listSettlements'],
  dispute: ['listDisputes'],
  command: ['listTerminalCommands'],
  transaction: ['listTransactions', 'listTerminalTransactions'],
  location: ['listLocations'],
  connector: ['listConnectors'],
};

/** Subjects whose words are no concept of the bindings. */
const SUBJECT_WORDS: readonly (readonly [words: RegExp, reads: readonly OperationId[]])[] = [
  [
    /^(provisioning|provision|aprovisionamiento|provisionnement|bereitstellung|provisionamento)$/,
    ['getProvisioningPayload', 'getProvisioningExport'],
  ],
  [/^(feed|rss|flux)$/, ['getAccountFeed', 'getTerminalFeed']],
];

/** Returns the reads that a flag of this name permits: a verb of reading and one subject, and no other word. */
function listPermittedReads(name: string): readonly OperationId[] {
  const words = splitWords(name).filter((word) => !NEUTRAL.test(word));
  const others = words.filter((word) => !READING.test(word));
  const subjects = others.length > 1 ? others.filter((word) => !TERMINAL.test(word)) : others;
  const [subject] = subjects;
  if (subject === undefined || subjects.length > 1 || others.length === words.length) return [];
  const byWord = SUBJECT_WORDS.find(([pattern]) => pattern.test(subject))?.[1];
  if (byWord !== undefined) return byWord;
  const concepts = Object.keys(SUBJECTS).filter((concept) => express([subject], concept as Concept)); // keys of the table
  const [concept, ...more] = concepts;
  return concept === undefined || more.length > 0 ? [] : (SUBJECTS[concept as Concept] ?? []);
}

/** Returns the names of the flags with this value, with those of enclosing objects: `transactions view`. */
function listFlags(flags: unknown, wanted: boolean): readonly string[] {
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) return [];
  return Object.entries(flags).flatMap(([name, value]) =>
    toFlag(value) === wanted ? [name] : listFlags(value, wanted).map((inner) => `${name} ${inner}`),
  );
}

/** Returns the texts of lists of permissions, such as `settlements:read`. */
const listPermissions = (flags: unknown): readonly string[] =>
  Array.isArray(flags)
    ? flags.filter((one) => typeof one === 'string')
    : Object.values(Object(flags) as Record<string, unknown>).flatMap((value) =>
        typeof value === 'object' && value !== null ? listPermissions(value) : [],
      );

/** Returns the permissions in the lists of all keys; none if this key has no list. */
async function listAllPermissions(own: unknown, readers: readonly Principal[], at: ValuePointer): Promise<Set<string>> {
  const all = new Set<string>();
  if (listPermissions(own).length === 0) return all;
  for (const reader of readers) {
    const portal = await reader.get('getPortal');
    if (isSuccess(portal)) for (const one of listPermissions(findValue(portal.json, at))) all.add(one);
  }
  return all;
}

const EVERYTHING = /^(all|any|full|admin|administrator|everything)$/;

/** Whether a granted permission may include a read: one of everything, or of the same subject (`transactions:read:own`). */
function mayInclude(granted: string, forbidden: string): boolean {
  const words = splitWords(granted).filter((word) => !NEUTRAL.test(word) && !EVERYTHING.test(word));
  if (words.every((word) => READING.test(word))) return true;
  const subjects = splitWords(forbidden).filter((word) => ![NEUTRAL, READING, TERMINAL].some((one) => one.test(word)));
  return subjects.some((one) => words.includes(one)) && (words.length === 1 || words.some((one) => READING.test(one)));
}

/** Whether a response has data: rows, where it is a list. */
const hasData = (read: Exchange, bindings: Bindings): boolean =>
  isList(read.operation)
    ? bindings.find(LIST_SLOTS[read.operation].rows) !== undefined &&
      (readTable(read, bindings, read.operation)?.rows.length ?? 0) > 0
    : containsData(read);

const isList = (operation: OperationId): operation is ListOperationId => Object.hasOwn(LIST_SLOTS, operation);

export const readsFollowTheFlags = check({
  id: 'auth/reads-follow-the-access-flags',
  title: 'A key whose access flags forbid a read gets no data from it',
  clause: 'auth.visibility_rules',
  covers: ['scope.portal_rules'],
  level: 'should',
  needs: ['reader', 'readers', 'bindings'],
  async run({ reader, readers, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const at = bindings.need('portal.access_flags');
    const flags = findValue(portal.json, at);
    const permissions = new Set(listPermissions(flags));
    const granted = [...permissions, ...listFlags(flags, true)];
    const withheld = [...(await listAllPermissions(flags, readers, at))].filter((one) => !permissions.has(one));
    const names = [...listFlags(flags, false), ...withheld];
    const lacking = names.filter((name) => !granted.some((one) => mayInclude(one, name)));
    const forbidden = lacking.flatMap((name) => listPermittedReads(name).map((operation) => ({ name, operation })));
    const [first] = forbidden;
    if (first === undefined) return notApplicable('no access flag of the key forbids a documented read', portal);
    const refused: Exchange[] = [];
    const controls: Exchange[] = [];
    const [terminal_id] = reader.sees.terminals;
    for (const { name, operation } of forbidden) {
      const isOfTerminal = operations[operation].path.includes('{terminal_id}');
      if (isOfTerminal && terminal_id === undefined) continue;
      const own = reader.sees.reads.get(operation) ?? (isOfTerminal ? omitUndefined({ terminal_id }) : {});
      const read = await reader.get(operation, own);
      if (isSuccess(read) && hasData(read, bindings))
        return fail(
          { expected: 'a refusal or an empty list', actual: read, saw: `data, although the key lacks ${name}` },
          portal,
        );
      refused.push(read);
      const control = readers
        .map(({ sees }) => sees.responses.get(operation))
        .find((response) => response !== undefined && hasData(response, bindings));
      if (control !== undefined) controls.push(control);
    }
    if (refused.length === 0 || terminal_id === undefined) return untestable('needs a terminal', portal);
    if (controls.length === 0)
      return addRemedy(
        untestable('no other key gets data from these reads, so a refusal proves nothing', portal, ...refused),
        { kind: 'reading-key' },
      );
    return pass(portal, ...refused, ...controls);
  },
});
