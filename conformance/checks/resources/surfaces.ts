import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { findEntries, findTexts, findValue, type ValuePointer } from '../../reading/pointers.ts';
import { findDisagreements, listSightings, type Sighting, type ThingKind } from '../../reading/surface-comparison.ts';
import { fail, pass, untestable } from '../../reading/verdicts/verdict.ts';
import { isAsDocumented } from '../../relations/survey/archived-rows.ts';
import { PROTECTED_READS, type Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { LIST_SLOTS, type ListOperationId, type SlotOfKind } from '../../slots/slots.ts';

const LISTS = Object.keys(LIST_SLOTS) as ListOperationId[]; // the keys of the table

/** The reads with data of the customer: the catalog and the public document may contain examples. */
const OF_DATA: ReadonlySet<OperationId> = new Set(PROTECTED_READS.filter((id) => id !== 'getIntegrationCatalog'));

export const thingsAreTheSameEverywhere = check({
  id: 'lists/a-thing-is-the-same-in-every-response',
  title: 'A transaction, terminal, connector or command has the same values in every response that shows it',
  clause: 'portal.get',
  level: 'should',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    const read = archive.filter(
      (exchange) =>
        OF_DATA.has(exchange.operation) &&
        exchange.request.caller === reader.name &&
        isSuccess(exchange) &&
        isAsDocumented(exchange),
    );
    const kinds = listKinds(read, bindings);
    const texts = new Set<string>();
    const sightings = read.flatMap((exchange) => {
      if (exchange.json === undefined || texts.has(exchange.text)) return [];
      texts.add(exchange.text);
      return sightingsIn(exchange, kinds);
    });
    for (const { member, one, other } of findDisagreements(sightings).slice(0, MOST_CONFIRMED)) {
      // the data may have changed between the two reads
      const [again, there] = [await readAgain(one, reader, kinds), await readAgain(other, reader, kinds)];
      const [value, otherValue] = [again?.values.get(member), there?.values.get(member)];
      if (again === undefined || there === undefined || value === undefined || otherValue === undefined) continue;
      if (value === otherValue) continue;
      return fail(
        {
          expected: `the same ${member} of ${one.id} as in ${there.surface}: ${otherValue}`,
          actual: again.source,
          saw: value,
        },
        there.source,
      );
    }
    const compared = [...Map.groupBy(sightings, ({ kind, id }) => `${kind} ${id}`).values()].find(
      (ofThing) => new Set(ofThing.map(({ surface }) => surface)).size > 1,
    );
    const [first, second] = compared ?? [];
    return first === undefined || second === undefined
      ? untestable('no two kinds of responses show the same thing', ...read.slice(0, 1))
      : pass(first.source, second.source);
  },
});

const MOST_CONFIRMED = 3;

const sightingsIn = (exchange: Exchange, kinds: readonly ThingKind[]): Sighting<Exchange>[] =>
  listSightings(exchange.json, kinds, { surface: exchange.operation, source: exchange });

async function readAgain(
  { kind, id, source }: Sighting<Exchange>,
  reader: Principal,
  kinds: readonly ThingKind[],
): Promise<Sighting<Exchange> | undefined> {
  const exchange = await reader.get(source.operation, source.parameters, { isFresh: true });
  return isSuccess(exchange)
    ? sightingsIn(exchange, kinds).find((sighting) => sighting.kind === kind && sighting.id === id)
    : undefined;
}

/** The kinds of things in the lists and in the portal, without ids that two kinds share. */
function listKinds(read: readonly Exchange[], bindings: Bindings): ThingKind[] {
  const lists = LISTS.flatMap((operation) => {
    const { rows, id } = LIST_SLOTS[operation];
    return toKind(
      operation === 'listTerminalTransactions' ? 'listTransactions' : operation,
      read.filter((exchange) => exchange.operation === operation),
      { rows, id, bindings },
    );
  });
  const portal = read.filter(({ operation }) => operation === 'getPortal');
  const kinds = [
    ...lists,
    ...toKind('terminals', portal, { rows: 'portal.terminal_rows', id: 'portal.terminal_id', bindings }),
  ];
  const owners = Map.groupBy(
    kinds.flatMap(({ name, ids }) => [...ids].map((id) => ({ name, id }))),
    ({ id }) => id,
  );
  const isUnique = (id: string) => new Set(owners.get(id)?.map(({ name }) => name)).size === 1;
  return kinds.map((kind) => ({ ...kind, ids: new Set([...kind.ids].filter(isUnique)) }));
}

interface RowPlaces {
  readonly rows: SlotOfKind<'pointer'>;
  readonly id: SlotOfKind<'pointer'>;
  readonly bindings: Bindings;
}

function toKind(name: string, exchanges: readonly Exchange[], places: RowPlaces): ThingKind[] {
  const [rows, id] = [places.bindings.find(places.rows), places.bindings.find(places.id)];
  const [, holder, idName] = /^(.*)\/([^/#*]+)$/.exec(id ?? '') ?? [];
  if (rows === undefined || id === undefined || holder === undefined || idName === undefined) return [];
  const values = exchanges.flatMap(({ json }) => findEntries(json, rows)).map(({ value }) => value);
  const members = values.flatMap((value) => listMembers(value, holder));
  return [{ name, idName, ids: new Set(values.flatMap((value) => findTexts(value, id))), members: new Set(members) }];
}

function listMembers(value: unknown, holder: ValuePointer): string[] {
  const object = findValue(value, holder);
  return typeof object === 'object' && object !== null ? Object.keys(object) : [];
}
