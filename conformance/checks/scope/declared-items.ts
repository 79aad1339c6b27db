import { check } from '../../engine/check.ts';
import { isSuccess } from '../../http/client.ts';
import { readPublicDocument } from '../../reading/declared-parameters.ts';
import { findDocumentedOperation, listPublishedOperations, toObject } from '../../reading/published-document.ts';
import { findRefusalFault, isUnmistakable, listScalars } from '../../reading/refusal.ts';
import { intersects } from '../../reading/values/set-relations.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import { listHiddenRows } from '../../relations/survey/hidden-rows.ts';
import { listTerminalsOf } from '../../relations/survey/scope-probes.ts';
import { formatNames, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';

const LISTS: readonly ListOperationId[] = [
  'listSettlements',
  'listDisputes',
  'listTransactions',
  'listConnectors',
  'listTerminalGroups',
];

/** A read of one item of a documented list that only the document of the target declares. */
interface DeclaredItem {
  readonly list: ListOperationId;
  /** Path with one placeholder: `/v1/disputes/{id}`. */
  readonly path: string;
}

/** Returns the declared reads `<path of a list>/{placeholder}` that the interface does not document. */
function listDeclaredItems(document: Readonly<Record<string, unknown>>): DeclaredItem[] {
  const published = listPublishedOperations(document).filter(({ method }) => method === 'GET');
  return published.flatMap((one) => {
    const [, parent = '', rest] = /^(.*)\/\{[^{}/]+\}(\/?)$/.exec(one.path) ?? [];
    if (rest === undefined || findDocumentedOperation(one) !== undefined) return [];
    const list = LISTS.find((operation) => findDocumentedOperation({ ...one, path: parent }) === operation);
    return list === undefined ? [] : [{ list, path: one.path }];
  });
}

export const declaredItemsOfOthersAreRefused = check({
  id: 'scope/declared-items-of-others-are-refused',
  title: 'A key cannot read by id an item outside its scope at a path that only the public document declares',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous', 'bindings'],
  async run({ insider, outsider, anonymous, bindings }) {
    const document = await readPublicDocument(anonymous);
    const items = listDeclaredItems(toObject(document.json));
    if (items.length === 0) return notApplicable('the public document declares no further reads by id', document);
    return forEachTestable(
      items,
      ({ path }) => `GET ${path}`,
      async ({ list }): Promise<Verdict> => {
        bindings.need(LIST_SLOTS[list].id);
        const [theirs, own] = [await insider.get(list), await outsider.get(list)];
        const known = new Set((readTable(own, bindings, list)?.rows ?? []).map(({ id }) => id));
        const hidden = listHiddenRows(insider, readTable(theirs, bindings, list)?.rows ?? []).find(
          ({ id }) => !known.has(id),
        );
        if (hidden === undefined)
          return untestable(`${insider.name} has none that is hidden from ${outsider.name}`, theirs, own);
        const spell = (path: string) => `${path}/${encodeURIComponent(hidden.id.toWellFormed())}`;
        const control = await insider.get(list, {}, { spell });
        if (!isSuccess(control)) return untestable(`${insider.name} cannot read ${hidden.id}`, control);
        const probe = await outsider.get(list, {}, { spell });
        const expected = `a refusal: ${hidden.id} is outside the scope of ${outsider.name}`;
        const fault = findRefusalFault({ control, probe, own, expected });
        const terminals = hidden.terminals.length > 0 ? hidden.terminals : [insider.aTerminal.terminal_id];
        return fault?.kind === 'fail'
          ? accuseIfHidden({ insider, outsider }, { terminals, failure: fault })
          : (fault ?? pass(control, probe));
      },
    );
  },
});

const MOST_LISTS = 3;

/** Returns the paths without placeholders that the interface does not document. */
const listFurtherPaths = (document: Readonly<Record<string, unknown>>): string[] =>
  listPublishedOperations(document)
    .filter((one) => one.method === 'GET' && !/[{}]/.test(one.path) && findDocumentedOperation(one) === undefined)
    .map(({ path }) => path);

export const declaredListsShowNothingForeign = check({
  id: 'scope/declared-lists-show-nothing-foreign',
  title: 'A path that only the public document declares returns nothing outside the scope of the key',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous'],
  async run({ insider, outsider, anonymous }) {
    const document = await readPublicDocument(anonymous);
    const paths = listFurtherPaths(toObject(document.json));
    if (paths.length === 0) return notApplicable('the public document declares no further paths', document);
    // each tenant may number its own transactions
    const own = new Set(outsider.sees.transactions.map(({ id }) => id));
    const transactions = insider.hidden.transactions.map(({ id }) => id);
    const hidden = [...insider.hidden.terminals, ...(intersects(transactions, own) ? [] : transactions)];
    return forEachTestable(paths.slice(0, MOST_LISTS), String, async (path): Promise<Verdict> => {
      const spell = () => path;
      const theirs = await insider.get('listLocations', {}, { spell });
      const shown = new Set(listScalars(theirs));
      const visible = [...insider.sees.mentioned, ...insider.sees.transactions.map(({ id }) => id)];
      if (isSuccess(theirs) && !visible.some((id) => shown.has(id)))
        return notApplicable('it names no terminal and no transaction', theirs);
      const probed = hidden.filter((id) => isUnmistakable(id) && shown.has(id));
      if (!isSuccess(theirs) || probed.length === 0)
        return untestable(`it shows ${insider.name} nothing that is hidden from ${outsider.name}`, theirs);
      const answer = await outsider.get('listLocations', {}, { spell });
      const seen = new Set(listScalars(answer));
      const foreign = probed.filter((id) => seen.has(id));
      if (foreign.length === 0) return pass(theirs, answer);
      const expected = `nothing outside the scope of ${outsider.name}`;
      const failure = fail({ expected, actual: answer, saw: formatNames(foreign) }, theirs);
      const isById = foreign.every((id) => insider.hidden.terminals.has(id));
      return accuseIfHidden({ insider, outsider }, { terminals: listTerminalsOf(insider, foreign), failure, isById });
    });
  },
});
