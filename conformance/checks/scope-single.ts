import type { ClauseId, OperationId } from '../../spec/index.ts';
import { type Check, check } from '../check.ts';
import { type Exchange, isSuccess, type Parameters } from '../client.ts';
import { madeUpIdLike } from '../made-up-id.ts';
import type { Insider } from '../principals.ts';
import { faultOfRefusal } from '../refusal.ts';
import { fail, pass, untestable } from '../verdict.ts';

type Hidden = (insider: Insider) => Parameters | undefined;

const aTerminal: Hidden = (insider) => insider.aTerminal;
const aTransaction: Hidden = ({ hidden: { transactions } }) =>
  transactions[0] && { transaction_id: transactions[0].id };
const aConnector: Hidden = ({ hidden: { connectors } }) =>
  connectors[0] === undefined ? undefined : { connector_id: connectors[0] };

/** Every read of one thing by its id: what the check is called, what it reads, and what of it is hidden from the outsider. */
const READS: readonly (readonly [slug: string, thing: string, OperationId, Hidden, ClauseId])[] = [
  ['foreign-terminal-is', 'the status of a terminal', 'getTerminalStatus', aTerminal, 'scope.terminal'],
  ['foreign-location-is', 'the location of a terminal', 'getLocation', aTerminal, 'scope.terminal'],
  [
    'foreign-terminal-transactions-are',
    'the transactions of a terminal',
    'listTerminalTransactions',
    aTerminal,
    'scope.terminal',
  ],
  ['foreign-terminal-commands-are', 'the commands of a terminal', 'listTerminalCommands', aTerminal, 'scope.terminal'],
  [
    'foreign-provisioning-payload-is',
    'the provisioning payload of a terminal',
    'getProvisioningPayload',
    aTerminal,
    'scope.terminal',
  ],
  [
    'foreign-provisioning-export-is',
    'the provisioning export of a terminal',
    'getProvisioningExport',
    aTerminal,
    'scope.terminal',
  ],
  ['foreign-terminal-feed-is', 'the feed of a terminal', 'getTerminalFeed', aTerminal, 'feeds.visibility'],
  ['foreign-timeline-is', 'the timeline of a transaction', 'getTransactionTimeline', aTransaction, 'scope.response'],
  ['foreign-connector-is', 'the status of a connector', 'getConnectorStatus', aConnector, 'scope.response'],
];

/** For each of them: a key gets nothing of what is outside its scope, while it does get its own and the owner gets it. */
export const foreignThingsAreRefused: readonly Check[] = READS.map(([slug, thing, operation, hidden, clause]) =>
  check({
    id: `scope/${slug}-refused`,
    title: `A key gets nothing of ${thing} outside its scope`,
    clause,
    level: 'must',
    needs: ['insider', 'outsider'],
    async run({ insider, outsider }) {
      const foreign = hidden(insider);
      if (foreign === undefined)
        return untestable(`${insider.name} has nothing of the kind that ${outsider.name} does not see`);
      const ownParameters = outsider.sees.reads.get(operation);
      if (ownParameters === undefined)
        return untestable(`${outsider.name} cannot read ${thing} of its own, so that a refusal shows nothing`);

      const control = await insider.get(operation, foreign);
      if (!isSuccess(control)) return untestable(`${insider.name} cannot read ${thing} of its own`, control);
      const own = await outsider.get(operation, ownParameters);
      if (!isSuccess(own)) return untestable(`${outsider.name} cannot read ${thing} of its own any more`, own);

      const expected = `a refusal: it is outside the scope of ${outsider.name}`;
      const probes = [foreign, ...others(insider, operation, foreign)];
      const refused: Exchange[] = [];
      for (const parameters of probes) {
        const probe = await outsider.get(operation, parameters);
        const fault = faultOfRefusal({ control, probe, own, expected });
        if (fault !== undefined) return fault;
        refused.push(probe);
      }

      const again = await insider.get(operation, foreign);
      if (!isSuccess(again)) return untestable(`${insider.name} lost ${thing} meanwhile`, again);
      return pass(control, own, ...refused, again);
    },
  }),
);

/** How many hidden terminals beside the first are tried: the status may open for those near one that is visible. */
const MORE_TERMINALS: Partial<Record<OperationId, number>> = { getTerminalStatus: 7 };

/** Other hidden terminals, another pair of them for each operation: a hole may be open for some of them only. */
function others({ hidden }: Insider, operation: OperationId, foreign: Parameters): Parameters[] {
  if (!('terminal_id' in foreign)) return [];
  const rest = [...hidden.terminals].filter((terminal) => terminal !== foreign.terminal_id);
  const from = READS.findIndex(([, , one]) => one === operation);
  const inTurn = rest.map((_, index) => rest[(index + from) % rest.length] ?? '');
  return inTurn.slice(0, MORE_TERMINALS[operation] ?? 1).map((terminal_id) => ({ terminal_id }));
}

/** An assumption of ours: the document does not state what a refusal says. */
export const foreignIsIndistinguishable = check({
  id: 'scope/foreign-terminal-is-indistinguishable',
  title: 'A terminal outside the scope is answered like one that never existed',
  clause: 'errors.not_found',
  level: 'must',
  needs: ['insider', 'outsider', 'seed'],
  async run({ insider, outsider, seed }) {
    const control = await insider.get('getTerminalStatus', insider.aTerminal);
    if (!isSuccess(control)) return untestable(`${insider.name} cannot read its own terminal`, control);
    const unknown = madeUpIdLike([...insider.sees.mentioned, ...outsider.sees.mentioned], seed);
    if (unknown === undefined) return untestable('every terminal id of the form of the target is taken', control);
    const nowhere = { terminal_id: unknown };
    const unseen = await insider.get('getTerminalStatus', nowhere);
    if (isSuccess(unseen)) return untestable(`the made-up terminal id ${unknown} exists; try another --seed`, unseen);
    const foreign = await outsider.get('getTerminalStatus', insider.aTerminal);
    const nothing = await outsider.get('getTerminalStatus', nowhere);
    const shape = (text: string, id: string) => text.replaceAll(id, '{id}').replaceAll(/"req[^"]*"/g, '"{request}"');
    const isSame =
      foreign.status === nothing.status &&
      shape(foreign.text, insider.aTerminal.terminal_id) === shape(nothing.text, nowhere.terminal_id);
    if (isSame) return pass(control, foreign, nothing);
    return fail({ expected: `the answer for an id that never existed (${nothing.status})`, actual: foreign }, nothing);
  },
});
