import type { ClauseId, OperationId } from '../../../spec/index.ts';
import { type Check, check } from '../../engine/check.ts';
import type { Insider } from '../../engine/survey/principals.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { makeUpId } from '../../oracles/made-up-id.ts';
import { findRefusalFault, listScalars } from '../../oracles/refusal.ts';
import { isSameResponse } from '../../oracles/same-response.ts';

type Hidden = (insider: Insider) => Parameters | undefined;

const getHiddenTerminal: Hidden = (insider) => insider.aTerminal;
/** Prefers a disputed transaction: it is as hidden as others, and a lookup through its dispute may forget the scope. */
const getHiddenTransaction: Hidden = ({ hidden: { transactions }, sees }) => {
  const disputes = sees.responses.get('listDisputes');
  const disputed = new Set(disputes === undefined ? [] : listScalars(disputes));
  const chosen = transactions.find(({ id }) => disputed.has(id)) ?? transactions[0];
  return chosen && { transaction_id: chosen.id };
};
const getHiddenConnector: Hidden = ({ hidden: { connectors } }) =>
  connectors[0] === undefined ? undefined : { connector_id: connectors[0] };

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

/** One check for each: the outsider is refused a hidden item, and can read its own; the owner can read both before and after. */
export const foreignThingsAreRefused: readonly Check[] = READS.map(([slug, thing, operation, hidden, clause]) =>
  check({
    id: `scope/${slug}-refused`,
    title: `A key cannot read ${thing} outside its scope`,
    clause,
    level: 'must',
    needs: ['insider', 'outsider', 'sampling'],
    async run({ insider, outsider, sampling }) {
      const foreign = hidden(insider);
      if (foreign === undefined) return untestable(`${insider.name} has none that is hidden from ${outsider.name}`);
      const ownParameters = outsider.sees.reads.get(operation);
      if (ownParameters === undefined)
        return untestable(`${outsider.name} cannot read ${thing} in its scope, so a refusal proves nothing`);

      const control = await insider.get(operation, foreign);
      if (!isSuccess(control)) return untestable(`${insider.name} cannot read ${thing} in its scope`, control);
      const own = await outsider.get(operation, ownParameters);
      if (!isSuccess(own)) return untestable(`${outsider.name} can no longer read ${thing} in its scope`, own);

      const expected = `a refusal: it is outside the scope of ${outsider.name}`;
      const probes = sampling.select('hidden ids', [foreign, ...listFurtherTerminals(insider, operation, foreign)], {
        quick: 1,
        standard: operation === 'getTerminalStatus' ? 2 : 1,
      });
      const refused: Exchange[] = [];
      for (const parameters of probes) {
        const probe = await outsider.get(operation, parameters);
        const fault = findRefusalFault({ control, probe, own, expected });
        if (fault !== undefined) return fault;
        refused.push(probe);
      }

      const again = await insider.get(operation, foreign);
      if (!isSuccess(again)) return untestable(`${insider.name} can no longer read ${thing}`, again);
      return pass(control, own, ...refused, again);
    },
  }),
);

/** The number of further hidden terminals to try: the status of some of them may be readable. */
const MORE_TERMINALS: Partial<Record<OperationId, number>> = { getTerminalStatus: 7 };

/** Further hidden terminals, a different pair for each operation: a leak may affect only some of them. */
function listFurtherTerminals({ hidden }: Insider, operation: OperationId, foreign: Parameters): Parameters[] {
  if (!('terminal_id' in foreign)) return [];
  const rest = [...hidden.terminals].filter((terminal) => terminal !== foreign.terminal_id);
  const from = READS.findIndex(([, , one]) => one === operation);
  const inTurn = rest.map((_, index) => rest[(index + from) % rest.length] ?? '');
  return inTurn.slice(0, MORE_TERMINALS[operation] ?? 1).map((terminal_id) => ({ terminal_id }));
}

/** Assumption of the kit: the document does not specify refusals. */
export const foreignIsIndistinguishable = check({
  id: 'scope/foreign-terminal-is-indistinguishable',
  title: 'A terminal outside the scope gets the same response as one that does not exist',
  clause: 'errors.not_found',
  level: 'must',
  needs: ['insider', 'outsider', 'seed'],
  keys: { quick: 1, standard: HALF },
  async run({ insider, outsider, seed }) {
    const control = await insider.get('getTerminalStatus', insider.aTerminal);
    if (!isSuccess(control)) return untestable(`${insider.name} cannot read its own terminal`, control);
    const unknown = makeUpId([...insider.sees.mentioned, ...outsider.sees.mentioned], seed);
    if (unknown === undefined) return untestable('no unused terminal id could be made up', control);
    const nowhere = { terminal_id: unknown };
    const unseen = await insider.get('getTerminalStatus', nowhere);
    if (isSuccess(unseen)) return untestable(`the made-up terminal id ${unknown} exists; try another --seed`, unseen);
    const foreign = await outsider.get('getTerminalStatus', insider.aTerminal);
    const nothing = await outsider.get('getTerminalStatus', nowhere);
    const again = await outsider.get('getTerminalStatus', nowhere, { isFresh: true });
    const isSame = isSameResponse(
      foreign,
      { reference: nothing, repeated: again },
      { id: insider.aTerminal.terminal_id, referenceId: nowhere.terminal_id },
    );
    if (isSame) return pass(control, foreign, nothing);
    return fail({ expected: `the response for an unknown id (${nothing.status})`, actual: foreign }, nothing);
  },
});
