import { check } from '../../engine/check.ts';
import { isSuccess, type Parameters } from '../../http/client.ts';
import {
  type DeclaredParameter,
  listDeclaredParameters,
  readPublicDocument,
} from '../../reading/declared-parameters.ts';
import { toObject } from '../../reading/published-document.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
  type Verdict,
} from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import { listHiddenRows } from '../../relations/survey/hidden-rows.ts';
import { formatNames, type ListRow, readTable } from '../../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../../slots/slots.ts';

const LISTS: readonly ListOperationId[] = [
  'listSettlements',
  'listDisputes',
  'listTransactions',
  'listConnectors',
  'listLocations',
  'listTerminalGroups',
];
const MOST_VALUES = 3;
/** Parameters that select a page or an order, in lower case and without other characters: `page[number]`, `per_page`, `$top`. */
const PAGING =
  /^(limit|sort(by|dir|direction|order)?|order(by|dir)?|direction|cursor|offset|skip|top|take|marker|after|before|page|page(size|token|number|limit|offset|cursor|index|after|before)|perpage|nextpagetoken|continuationtoken)$/;
/** Filters of the document, which other checks test for transactions. */
const DOCUMENTED = /^(terminal_id|group_id)$/i;

/** Whether the document of the interface leaves a parameter of a list open, and it selects rows. */
export const isFurther = (operation: ListOperationId, { name }: DeclaredParameter): boolean =>
  !PAGING.test(toPlain(name)) && (operation !== 'listTransactions' || !DOCUMENTED.test(name));

/** A request with a parameter that only the document of the target declares. */
interface Probe {
  readonly operation: ListOperationId;
  readonly parameters: Parameters;
}

/** Returns requests with values that rows of the insider have, or that the document lists. */
function listProbes(
  operation: ListOperationId,
  declared: readonly DeclaredParameter[],
  rows: readonly ListRow[],
): Probe[] {
  return declared
    .filter((parameter) => isFurther(operation, parameter))
    .flatMap((parameter) =>
      [...new Set([...listShownValues(parameter, rows), ...parameter.values])]
        .slice(0, MOST_VALUES)
        .map((value) => ({ operation, parameters: { [parameter.name]: value } })),
    );
}

/** Returns the values of the members that a parameter selects by. */
export const listShownValues = ({ name, text }: DeclaredParameter, rows: readonly ListRow[]): readonly string[] =>
  rows.flatMap(({ value }) =>
    listScalarMembers(value).flatMap(([member, one]) => (isLike(member, name, text) ? [one] : [])),
  );

/** Whether a member of a row is what a parameter selects: by its name, or because the description names the member. */
const isLike = (member: string, parameter: string, text: string): boolean =>
  member.length > 2 && (toPlain(member).endsWith(toPlain(parameter)) || text.includes(member));

const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function listScalarMembers(value: unknown): (readonly [name: string, value: string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'string' || typeof one === 'number' ? [[name, String(one)] as const] : listScalarMembers(one),
  );
}

export const declaredParametersDoNotWiden = check({
  id: 'scope/declared-parameters-show-nothing-foreign',
  title: 'Parameters that only the public document declares do not return rows outside the scope of the key',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous', 'bindings', 'sampling'],
  keys: { quick: 1, standard: 1 },
  async run({ insider, outsider, anonymous, bindings, sampling }) {
    const document = await readPublicDocument(anonymous);
    const declared = listDeclaredParameters(toObject(document.json));
    const lists = LISTS.filter((operation) => declared.get(operation)?.some((one) => isFurther(operation, one)));
    if (lists.length === 0) return notApplicable('the public document declares no further parameters', document);
    if (sampling.depth === 'quick') return notInThisDepth('a quick run tries no declared parameters', document);
    return forEachTestable(lists, String, async (operation): Promise<Verdict> => {
      bindings.need(LIST_SLOTS[operation].rows);
      const [control, plain] = [await insider.get(operation), await outsider.get(operation)];
      const rows = readTable(control, bindings, operation)?.rows ?? [];
      const own = new Set((readTable(plain, bindings, operation)?.rows ?? []).map(({ id }) => id));
      const hidden = listHiddenRows(insider, rows).flatMap(({ id }) => (own.has(id) ? [] : [id]));
      const probes = sampling.select(
        'declared parameters',
        listProbes(
          operation,
          declared.get(operation) ?? [],
          rows.filter(({ id }) => hidden.includes(id)),
        ),
        { quick: 1, standard: 1 },
      );
      const read = [];
      for (const { parameters } of probes) {
        const exchange = await outsider.get(operation, parameters);
        const shown = (readTable(exchange, bindings, operation)?.rows ?? []).filter(({ id }) => hidden.includes(id));
        if (shown.length > 0) {
          const saw = formatNames(shown.map(({ id }) => id));
          const expected = `no rows outside the scope of ${outsider.name}`;
          const failure = fail({ expected, actual: exchange, saw }, control, plain);
          const terminals = rows.filter(({ id }) => shown.some((one) => one.id === id)).flatMap((row) => row.terminals);
          return accuseIfHidden({ insider, outsider }, { terminals, failure });
        }
        if (isSuccess(exchange)) read.push(exchange);
      }
      return read.length === 0
        ? untestable(
            `needs rows of ${insider.name} that are hidden from ${outsider.name}, and values for the parameters`,
            control,
            plain,
          )
        : pass(control, plain, ...read);
    });
  },
});
