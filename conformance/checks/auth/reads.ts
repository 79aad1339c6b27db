import { type OperationId, operations } from '../../../spec/index.ts';
import { omitUndefined } from '../../../spec/omit-undefined.ts';
import type { Bindings } from '../../bindings/bindings.ts';
import { splitWords } from '../../bindings/inference/synonyms.ts';
import { LIST_SLOTS, type ListOperationId } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import { readTable } from '../../engine/reading.ts';
import { fail, notApplicable, pass, untestable } from '../../engine/verdict.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { containsData } from '../../http/response-kind.ts';
import { toFlag } from '../../oracles/flags.ts';
import { findValue } from '../../oracles/pointers.ts';

/** Verbs of reading in names of flags, and neutral words. */
const READING = /^(view|read|see|show|list|ver|voir|lire|consulter|consultar|leer|sehen|lesen|anzeigen|inzien)$/;
const NEUTRAL = /^(can|may|is|has|allow|allowed|access|puede|peut|darf|kann|pode|mag)$/;

/** The reads of each subject of a flag, by a word of its name. */
const SUBJECTS: readonly (readonly [words: RegExp, reads: readonly OperationId[]])[] = [
  [
    /^(provisioning|provision|aprovisionamiento|provisionnement|bereitstellung|provisionamento)$/,
    ['getProvisioningPayload', 'getProvisioningExport'],
  ],
  [/^(settlement|liquidacion|liquidacione|reglement|abrechnung|abrechnungen)$/, ['listSettlements']],
  [/^(dispute|disputa|litige|reclamo|reklamation)$/, ['listDisputes']],
  [/^(command|comando|commande|befehl|befehle)$/, ['listTerminalCommands']],
];

/** Returns the reads that a flag of this name permits: a verb of reading and one subject, and no other word. */
function listPermittedReads(name: string): readonly OperationId[] {
  const words = splitWords(name).filter((word) => !NEUTRAL.test(word));
  const others = words.filter((word) => !READING.test(word));
  const [subject] = others;
  if (subject === undefined || others.length > 1 || others.length === words.length) return [];
  return SUBJECTS.find(([pattern]) => pattern.test(subject))?.[1] ?? [];
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
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable('the portal cannot be read', portal);
    const flags = findValue(portal.json, bindings.need('portal.access_flags'));
    const forbidden = Object.entries(Object(flags)).flatMap(([name, value]) =>
      toFlag(value) === false ? listPermittedReads(name).map((operation) => ({ name, operation })) : [],
    );
    const [first] = forbidden;
    if (first === undefined) return notApplicable('no access flag of the key forbids a documented read', portal);
    const refused: Exchange[] = [];
    const [terminal_id] = reader.sees.terminals;
    for (const { name, operation } of forbidden) {
      const isOfTerminal = operations[operation].path.includes('{terminal_id}');
      if (isOfTerminal && terminal_id === undefined) continue;
      const own = reader.sees.reads.get(operation) ?? (isOfTerminal ? omitUndefined({ terminal_id }) : {});
      const read = await reader.get(operation, own);
      if (isSuccess(read) && hasData(read, bindings))
        return fail(
          { expected: 'a refusal or an empty list', actual: read, saw: `data, although ${name} is no` },
          portal,
        );
      refused.push(read);
    }
    if (refused.length === 0 || terminal_id === undefined) return untestable('needs a terminal', portal);
    return pass(portal, ...refused);
  },
});
