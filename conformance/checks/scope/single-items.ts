import { appendAll } from '../../../base/large-lists.ts';
import { type ClauseId, type OperationId, operations } from '../../../spec/index.ts';
import { type Check, check } from '../../engine/check.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { listStrings } from '../../reading/names/response-words.ts';
import { isUnmistakable, listScalars } from '../../reading/refusal.ts';
import { isSameResponse } from '../../reading/same-response.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import { fail, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { type Cells, findMainList } from '../../relations/rows/cells.ts';
import { accuseIfHidden, inventId, isDirectRead, requestById, type TwoKeys } from '../../relations/survey/denials.ts';
import type { Insider, Principal } from '../../relations/survey/principals.ts';
import { listTerminalsOf } from '../../relations/survey/scope-probes.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, readAllPages, readTable } from '../../slots/read-lists.ts';

type Hidden = (insider: Insider) => string | undefined;

const getHiddenTerminal: Hidden = ({ aTerminal }) => aTerminal.terminal_id;
/** Prefers a disputed transaction: it is as hidden as others, and a lookup through its dispute may forget the scope. */
const getHiddenTransaction: Hidden = ({ hidden: { transactions }, sees }) => {
  if (!sees.reads.has('getTransactionTimeline')) return undefined; // the ids of transactions are not known
  const disputes = sees.responses.get('listDisputes');
  const disputed = new Set(disputes === undefined ? [] : listScalars(disputes));
  return (transactions.find(({ id }) => disputed.has(id)) ?? transactions[0])?.id;
};
const getHiddenConnector: Hidden = ({ hidden: { connectors } }) => connectors[0];

/** Returns the terminals that a hidden thing belongs to. A thing of no terminal, such as a connector, counts for the first hidden one. */
const terminalsOf = (insider: Insider, id: string): ReadonlySet<string> => {
  const own = listTerminalsOf(insider, [id]);
  if (own.size > 0) return own;
  // a requested id of recorded traffic need not be that of the hidden terminal
  return new Set([insider.listRequested === undefined ? insider.aTerminal.terminal_id : id]);
};

/** Every read by id: the name of its check, what it reads, and the hidden ids to try. */
const READS: readonly (readonly [slug: string, thing: string, OperationId, Hidden, ClauseId])[] = [
  ['foreign-terminal-is', 'the status of a terminal', 'getTerminalStatus', getHiddenTerminal, 'scope.terminal'],
  ['foreign-location-is', 'the location of a terminal', 'getLocation', getHiddenTerminal, 'scope.terminal'],
  [
    'foreign-terminal-transactions-are',
    'the transactions of a terminal',
    'listTerminalTransactions',
    getHiddenTerminal,
    'scope.terminal',
  ],
  [
    'foreign-terminal-commands-are',
    'the commands of a terminal',
    'listTerminalCommands',
    getHiddenTerminal,
    'scope.terminal',
  ],
  [
    'foreign-provisioning-payload-is',
    'the provisioning payload of a terminal',
    'getProvisioningPayload',
    getHiddenTerminal,
    'scope.terminal',
  ],
  [
    'foreign-provisioning-export-is',
    'the provisioning export of a terminal',
    'getProvisioningExport',
    getHiddenTerminal,
    'scope.terminal',
  ],
  ['foreign-terminal-feed-is', 'the feed of a terminal', 'getTerminalFeed', getHiddenTerminal, 'feeds.visibility'],
  [
    'foreign-timeline-is',
    'the timeline of a transaction',
    'getTransactionTimeline',
    getHiddenTransaction,
    'scope.response',
  ],
  ['foreign-connector-is', 'the status of a connector', 'getConnectorStatus', getHiddenConnector, 'scope.response'],
];

/**
 * One check for each: the owner gets data, the outsider gets data about another thing, and none about the hidden one. A read that serves a
 * terminal contradicts the service only if others refuse it.
 */
export const foreignThingsAreRefused: readonly Check[] = READS.map(([slug, thing, operation, hidden, clause]) =>
  check({
    id: `scope/${slug}-refused`,
    title: `A key gets no data about ${thing} outside its scope`,
    clause,
    level: 'must',
    needs: ['insider', 'outsider', 'sampling', 'seed', 'bindings'],
    async run({ insider, outsider, sampling, seed, bindings }) {
      const keys = { insider, outsider, seed };
      const requested = listRequestedOfOthers(keys, operation);
      const foreign = requested === undefined ? hidden(insider) : requested[0];
      if (foreign === undefined) return untestable(`${insider.name} has none that is hidden from ${outsider.name}`);
      const ids = requested ?? [foreign, ...listFurtherTerminals(insider, operation, foreign)];
      const probes = sampling.select('hidden ids', ids, {
        quick: 1,
        standard: operation === 'getTerminalStatus' ? 2 : 1,
      });
      const expected = `no data: it is outside the scope of ${outsider.name}`;
      const refused: Exchange[] = [];
      const unclear: string[] = [];
      for (const id of probes) {
        const { served, probe, controls, isRefusedByStatus = false } = await requestById(keys, operation, id);
        if (probe !== undefined && (isRefusedByStatus || served.kind === 'refused')) {
          appendAll(refused, [...controls, probe]);
          continue;
        }
        if (probe === undefined || served.kind !== 'served') {
          unclear.push(served.kind === 'unclear' ? served.reason : 'there is no answer');
          continue;
        }
        if (operation === 'getTransactionTimeline' && haveOtherTimes(probe, controls)) {
          unclear.push(`${id} is also the id of a transaction at another time`);
          continue;
        }
        if (operation === 'getTransactionTimeline' && !isUnmistakable(id) && mayBeTwins(keys)) {
          unclear.push(
            `both keys see transactions at the same times, so that ${id} may be another one at the same time`,
          );
          continue;
        }
        if (operation === 'getConnectorStatus' && (await mayBeListed(outsider, bindings, id))) {
          unclear.push(`${outsider.name} may see ${id}: its list has it, or could not be read to its end`);
          continue;
        }
        const failure = fail({ expected, actual: probe, saw: formatNames(served.shown.slice(0, 3)) }, ...controls);
        const except = isDirectRead(probe) ? probe.operation : undefined;
        const verdict = await accuseIfHidden(keys, { terminals: terminalsOf(insider, id), failure, except });
        if (verdict.kind === 'fail') return verdict;
        unclear.push('reason' in verdict ? verdict.reason : '');
      }
      const [first, ...others] = refused;
      return first === undefined ? untestable(unclear.join('; ')) : pass(first, ...others);
    },
  }),
);

/** Whether the whole list of connectors has this one: the survey reads one page, and several tenants may use one connector. */
async function mayBeListed(reader: Principal, bindings: Bindings, id: string): Promise<boolean> {
  const first = readTable(await reader.get('listConnectors'), bindings, 'listConnectors');
  if (first === undefined) return false;
  const granted = first.rows.length + 1;
  const whole = await readAllPages({ reader, bindings }, 'listConnectors', { first, granted });
  return !whole.isComplete || whole.rows.some((row) => row.id === id);
}

/** Returns the things of the insider that the outsider requested, for keys that can only repeat recorded reads. */
function listRequestedOfOthers(
  { insider, outsider }: { readonly insider: Insider; readonly outsider: Principal },
  operation: OperationId,
): readonly string[] | undefined {
  const name = /\{(\w+)\}/.exec(operations[operation].path)?.[1] ?? '';
  const read = (all: readonly Parameters[] | undefined) => all?.flatMap((one) => one[name] ?? []).map(String);
  const [requested, own] = [read(outsider.listRequested?.(operation)), read(insider.listRecorded?.(operation))];
  const { terminals, transactions, connectors } = outsider.sees;
  const seen = new Set([...terminals, ...connectors, ...transactions.map(({ id }) => id)]);
  return requested?.filter((id) => own?.includes(id) === true && !seen.has(id));
}

/** Whether two timelines have no time of day in common: tenants may number their own transactions. */
function haveOtherTimes(probe: Exchange, [control]: readonly Exchange[]): boolean {
  const [shown, own] = [probe, control].map((one) => new Set(listStrings(one?.json).filter((text) => TIME.test(text))));
  return shown !== undefined && own !== undefined && shown.size > 0 && own.size > 0 && !intersects(shown, own);
}

const FEWEST_TWINS = 3;

/**
 * Whether two keys see transactions at the same times, and no transaction in common: tenants may have copies of the same data, with ids of
 * their own.
 */
export function mayBeTwins({ insider, outsider }: TwoKeys): boolean {
  const [theirs = [], own = []] = [insider, outsider].map(
    ({ sees }) => findMainList(sees.responses.get('listTransactions')?.json)?.rows ?? [],
  );
  const format = (row: Cells) => JSON.stringify([...row]);
  const listTimes = (rows: readonly Cells[]) =>
    new Set(
      rows.map((row) =>
        [...row.values()]
          .map(String)
          .filter((text) => TIME.test(text))
          .join(' '),
      ),
    );
  const times = listTimes(theirs);
  const common = [...listTimes(own)].filter((time) => time !== '' && times.has(time));
  const known = new Set(theirs.map(format));
  return common.length >= FEWEST_TWINS && !own.some((row) => known.has(format(row)));
}

/** A time of day, or an instant; an offset such as `+00:00` is none. */
const TIME = /^(?![-+]).*\d:\d\d|^\d{10,14}$|\dT\d{4}/;

/** The number of further hidden terminals to try: the status of some of them may be readable. */
const MORE_TERMINALS: Partial<Record<OperationId, number>> = { getTerminalStatus: 7 };

/** Further hidden terminals, a different pair for each operation: a leak may affect only some of them. */
function listFurtherTerminals({ hidden }: Insider, operation: OperationId, foreign: string): string[] {
  if (!hidden.terminals.has(foreign)) return [];
  const rest = [...hidden.terminals].filter((terminal) => terminal !== foreign);
  const from = READS.findIndex(([, , one]) => one === operation);
  const inTurn = rest.map((_, index) => rest[(index + from) % rest.length] ?? '');
  return inTurn.slice(0, MORE_TERMINALS[operation] ?? 1);
}

/** Assumption of the kit: the document does not specify refusals. */
export const foreignIsIndistinguishable = check({
  id: 'scope/foreign-terminal-is-indistinguishable',
  title: 'A terminal outside the scope gets the same response as one that does not exist',
  clause: 'errors.not_found',
  level: 'must',
  needs: ['insider', 'outsider', 'seed'],
  keys: { quick: 1, standard: 2 },
  async run({ insider, outsider, seed }) {
    const control = await insider.get('getTerminalStatus', insider.aTerminal);
    if (!isSuccess(control)) return untestable(`${insider.name} cannot read its own terminal`, control);
    const known = new Set([...insider.sees.mentioned, ...outsider.sees.mentioned]);
    const unknown = inventId(outsider.sees.terminals, known, seed);
    if (unknown === undefined) return untestable('no unused terminal id could be made up', control);
    const nowhere = { terminal_id: unknown };
    const foreign = await outsider.get('getTerminalStatus', insider.aTerminal);
    const nothing = await outsider.get('getTerminalStatus', nowhere);
    const ids = { id: insider.aTerminal.terminal_id, referenceId: nowhere.terminal_id };
    if (isSameResponse(foreign, { reference: nothing, repeated: nothing }, ids)) return pass(control, foreign, nothing);
    const again = await outsider.get('getTerminalStatus', nowhere, { isFresh: true });
    if (isSameResponse(foreign, { reference: nothing, repeated: again }, ids)) return pass(control, foreign, nothing);
    const unseen = await insider.get('getTerminalStatus', nowhere);
    if (isSuccess(unseen)) return untestable(`the made-up terminal id ${unknown} exists; try another --seed`, unseen);
    return fail({ expected: `the response for an unknown id (${nothing.status})`, actual: foreign }, nothing);
  },
});
