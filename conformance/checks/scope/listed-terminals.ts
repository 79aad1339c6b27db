import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { fail, forEachTestable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { express, splitWords } from '../../reading/words/synonyms.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import { readPortalTerminals } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { formatNames, readTable } from '../../slots/read-lists.ts';

/** The responses that list terminals, with the slots that state where. */
const SURFACES = [
  ['getPortal', 'portal.terminal_id'],
  ['listLocations', 'locations.terminal'],
  ['listTerminalGroups', 'terminal_groups.terminals'],
] as const;

/** The terminals of the key itself that show that a place has ids of terminals. */
const FEWEST_OWN = 2;

/** The place of an id states what it names, so that short ids count too, which a search for words takes for numbers. */
export const listedTerminalsAreInScope = check({
  id: 'scope/listed-terminals-are-in-scope',
  title: 'The terminals that the portal, the locations and the groups list are those that the key can see',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'bindings'],
  run: (sides) =>
    forEachTestable(
      SURFACES,
      ([operation]) => operation,
      async ([operation, slot]) => {
        const { insider, outsider, bindings } = sides;
        bindings.need(slot);
        const [control, shown] = [await insider.get(operation), await outsider.get(operation)];
        if (!isSuccess(shown) || !isSuccess(control))
          return untestable('cannot be read with both keys', control, shown);
        const [theirs, listed] = [new Set(listTerminals(bindings, control)), new Set(listTerminals(bindings, shown))];
        const own = [...listed].filter((terminal) => outsider.sees.terminals.has(terminal));
        // counts and other numbers may be equal to short ids
        if (own.length < Math.min(FEWEST_OWN, outsider.sees.terminals.size))
          return untestable(`the kit does not see terminals of ${outsider.name} there`, control, shown);
        const strays = [...listed].filter((terminal) => insider.hidden.terminals.has(terminal) && theirs.has(terminal));
        if (strays.length === 0) return pass(control, shown);
        if (!strays.every(isUnmistakable) && !isNamedAfterTerminals(bindings, slot))
          return untestable('the short ids there may be those of other things', control, shown);
        const expected = `only terminals that ${outsider.name} can see`;
        const failure = fail({ expected, actual: shown, saw: formatNames(strays) }, control);
        return accuseIfHidden(sides, { terminals: strays, failure });
      },
    ),
});

/** Whether a name on the way to the bound place means terminals. */
const isNamedAfterTerminals = (bindings: Bindings, slot: (typeof SURFACES)[number][1]): boolean =>
  String(bindings.find(slot) ?? '')
    .split('/')
    .some((name) => express(splitWords(name), 'terminal'));

/** Returns the terminals at the bound place of a response. */
function listTerminals(bindings: Bindings, exchange: Exchange): string[] {
  const { operation } = exchange;
  if (operation === 'getPortal') return readPortalTerminals(exchange, bindings).map(({ terminal }) => terminal);
  const isList = operation === 'listLocations' || operation === 'listTerminalGroups';
  return isList ? (readTable(exchange, bindings, operation)?.rows ?? []).flatMap(({ terminals }) => terminals) : [];
}
