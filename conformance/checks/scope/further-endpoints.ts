import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { makeUpId } from '../../reading/made-up-id.ts';
import {
  containsName,
  decodeText,
  listStrings,
  readRequestText,
  readWords,
} from '../../reading/names/response-words.ts';
import { findDocumentedOperation, listPublishedOperations, toObject } from '../../reading/published-document.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { decideServed } from '../../reading/served.ts';
import { fail, notApplicable, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden } from '../../relations/survey/denials.ts';
import type { Insider, Principal } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';

/** A further endpoint, with values for its placeholder that a key may see, and values that are hidden from the other key. */
interface Probe {
  readonly path: string;
  readonly id: string | undefined;
}

const fillPath = (path: string, id: string | undefined): string =>
  path.replaceAll(/\{[^{}]*\}|:(?=[A-Za-z])\w+/g, () => encodeURIComponent((id ?? '').toWellFormed()));

/**
 * Returns the paths of reads in the public document and the catalog that the interface document does not have. `ids` are those of things
 * that the caller of the catalog sees.
 */
function listFurtherPaths(document: Exchange, catalog: Exchange, ids: ReadonlySet<string>): string[] {
  const published = isSuccess(document) ? listPublishedOperations(toObject(document.json)) : [];
  const declared = listStrings(isSuccess(catalog) ? catalog.json : undefined).flatMap((text) => {
    const path = /^(?:GET\s+)?(?:https?:\/\/[^/]+)?(\/v1\/[\w./{}:-]+)$/.exec(text)?.[1];
    return path === undefined ? [] : [path];
  });
  const known = new Set(published.map(({ path }) => path));
  const all = [
    ...published.filter(({ method }) => method === 'GET').map(({ path }) => path),
    ...declared.filter((path) => !known.has(path)),
  ];
  // a catalog may list the documented paths with the ids of the caller
  const toTemplate = (path: string) =>
    path.replaceAll(/[^/]+?(?=\.xml$|\/|$)/g, (segment) => (ids.has(decodeText(segment)) ? '{id}' : segment));
  const isFurther = (path: string) =>
    ['GET', 'POST'].every((method) =>
      [path, toTemplate(path)].every(
        (one) => findDocumentedOperation({ method, path: one, item: {}, operation: {} }) === undefined,
      ),
    );
  return [...new Set(all.filter((path) => path.startsWith('/v1/') && isFurther(path)))].filter(
    (path) =>
      (path.match(/\{/g) ?? []).length <= 1 && !/\/(delete|remove|revoke|reset|run|trigger|logout)\b/.test(path),
  );
}

/** Returns ids for a placeholder: those that its name suggests first. */
function listIds(path: string, { hidden, aTerminal }: Insider): string[] {
  const name = /\{([^{}]*)\}/.exec(path)?.[1] ?? '';
  const connector = hidden.connectors[0];
  const kinds: readonly (readonly [RegExp, string | undefined])[] = [
    [/transaction|txn/i, hidden.transactions[0]?.id],
    [/connector/i, connector],
    [/group/i, hidden.groups[0]],
    [/terminal|device|atm/i, aTerminal.terminal_id],
  ];
  const named = kinds.find(([pattern]) => pattern.test(`${name} ${path.slice(0, path.indexOf('{'))}`))?.[1];
  return named === undefined ? [aTerminal.terminal_id] : [named];
}

const readEndpoint = (reader: Principal, { path, id }: Probe): Promise<Exchange> =>
  reader.get('getPortal', {}, { spell: () => fillPath(path, id) });

const readInvented = (reader: Principal, { path, id = '' }: Probe): Promise<Exchange> =>
  readEndpoint(reader, { path, id: makeUpId([id, ...reader.sees.mentioned], 1) ?? 'no-such-id-0' });

export const furtherEndpointsShowNothingForeign = check({
  id: 'scope/further-endpoints-show-nothing-foreign',
  title: 'Endpoints that only the catalog or the public document declares show nothing outside the scope of the key',
  clause: 'scope.response',
  level: 'must',
  needs: ['insider', 'outsider', 'anonymous', 'sampling'],
  keys: { quick: 1, standard: 1 },
  async run({ insider, outsider, anonymous, sampling }) {
    const document = await anonymous.get('getPublicOpenapi');
    const catalog = await insider.get('getIntegrationCatalog');
    const { terminals, mentioned, connectors, groups } = insider.sees;
    const ids = new Set([...terminals, ...mentioned, ...connectors, ...groups.keys()]);
    const paths = listFurtherPaths(document, catalog, ids);
    if (paths.length === 0) return notApplicable('the target declares no further reads', document, catalog);
    const probes = sampling.select(
      'further endpoints',
      paths.flatMap((path): Probe[] =>
        path.includes('{') ? listIds(path, insider).map((id) => ({ path, id })) : [{ path, id: undefined }],
      ),
      { quick: 1, standard: 1 },
    );
    const hidden = [...insider.hidden.terminals].filter(
      (one) => isUnmistakable(one) && !outsider.sees.mentioned.has(one),
    );
    const read: Exchange[] = [];
    for (const probe of probes) {
      const control = await readEndpoint(insider, probe);
      if (!isSuccess(control) || control.json === undefined) continue;
      const other = await readEndpoint(outsider, probe);
      const names = hidden;
      const [own, theirs] = [readWords(control), readWords(other)];
      const requested = readRequestText(other);
      const shown = names.filter(
        (name) => containsName(own, name) && containsName(theirs, name) && !requested.includes(name),
      );
      // an answer may repeat the id that it refuses: it must have data that the answer about an invented one lacks
      const isOpened =
        isSuccess(other) &&
        probe.id !== undefined &&
        containsName(own, probe.id) &&
        containsName(theirs, probe.id) &&
        decideServed({ probe: other, control, others: [await readInvented(outsider, probe)] }).kind === 'served';
      if (shown.length > 0 || isOpened) {
        const expected = `nothing outside the scope of ${outsider.name}`;
        const saw = formatNames(shown.length > 0 ? shown : [probe.id ?? '']);
        const failure = fail({ expected, actual: other, saw }, control);
        const terminals = shown.length > 0 ? shown : [insider.aTerminal.terminal_id];
        return accuseIfHidden({ insider, outsider }, { terminals, failure, isById: !isOpened });
      }
      read.push(control, other);
    }
    const [first, ...rest] = read;
    return first === undefined
      ? untestable(`${insider.name} can read none of the further endpoints: ${formatNames(paths)}`, document, catalog)
      : pass(first, ...rest);
  },
});
