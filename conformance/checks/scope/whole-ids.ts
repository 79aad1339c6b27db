import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isEncodedText } from '../../reading/made-up-id.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../reading/verdicts/verdict.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, getWidestParameters, readControl, readTable, readUnchanged } from '../../slots/read-lists.ts';

const ROWS = 'listTransactions';
const MOST_TRIED = 3;

/** Prefixes of terminal ids: existing ids that are prefixes of others, and truncated ids. */
function listPrefixes({ sees }: Principal): readonly string[] {
  const busy = new Set(sees.transactions.flatMap(({ terminals }) => terminals));
  const known = new Set([...sees.mentioned, ...busy]);
  const whole = [...known].filter((one) => [...busy].some((other) => other !== one && other.startsWith(one)));
  const [first] = busy;
  const cut = first === undefined ? [] : truncate(first);
  return [...whole.slice(0, 1), ...cut.filter((one) => one !== '' && !known.has(one))].slice(0, MOST_TRIED);
}

/** Truncates an id. Lenient decoders accept truncated base64, so ids in that form only lose half of their characters. */
function truncate(id: string): readonly string[] {
  const half = id.slice(0, Math.ceil(id.length / 2));
  return isEncodedText([id]) ? [half] : [id.slice(0, -1), half];
}

export const terminalIdIsComparedWhole = check({
  id: 'filters/terminal-id-is-compared-whole',
  title: '`terminal_id` does not match ids by prefix',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    bindings.need('transactions.terminal');
    const { before, found } = await readUnchanged(
      () => readControl({ reader, bindings }, ROWS, getWidestParameters(bindings)),
      () => readWithEach(listPrefixes(reader), reader, bindings),
    );
    if (found.length === 0) return untestable('needs transactions', before.exchange);
    for (const { id, exchange } of found) {
      const rows = readTable(exchange, bindings, ROWS)?.rows ?? [];
      const strays = rows.filter(({ terminals }) => terminals.length > 0 && !terminals.some((one) => isEqual(one, id)));
      if (isSuccess(exchange) && strays.length > 0) {
        const saw = `rows of ${formatNames(strays.flatMap(({ terminals }) => terminals))}`;
        return fail({ expected: `only rows of ${id}`, actual: exchange, saw }, before.exchange);
      }
    }
    return pass(before.exchange, ...found.map(({ exchange }) => exchange));
  },
});

/** Whether two ids are equal, also as numbers: a service may write its numbers with leading zeros. */
const isEqual = (one: string, other: string): boolean =>
  one === other || ([one, other].every((id) => /^\d+$/.test(id)) && BigInt(one) === BigInt(other));

async function readWithEach(
  ids: readonly string[],
  reader: Principal,
  bindings: Bindings,
): Promise<{ readonly id: string; readonly exchange: Exchange }[]> {
  const answers = [];
  for (const id of ids) {
    answers.push({ id, exchange: await reader.get(ROWS, { terminal_id: id, ...getWidestParameters(bindings) }) });
  }
  return answers;
}
