/** A kind of things with ids: the name of the member with the id, the ids, and the members of its rows. */
export interface ThingKind {
  readonly name: string;
  readonly idName: string;
  readonly ids: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
}

/** A thing as one response shows it. */
export interface Sighting<Source> {
  readonly kind: string;
  readonly id: string;
  readonly surface: string;
  readonly source: Source;
  /** The scalar members, as text. */
  readonly values: ReadonlyMap<string, string>;
}

const DEEPEST = 40;
/** The share of members of an object that must be members of the rows of its kind. */
const ALIKE = 0.6;
const FEWEST_MEMBERS = 2;

/** Returns the objects in a JSON value that show a thing of one of these kinds. */
export function listSightings<Source>(
  json: unknown,
  kinds: readonly ThingKind[],
  { surface, source }: Pick<Sighting<Source>, 'surface' | 'source'>,
): Sighting<Source>[] {
  const found: Sighting<Source>[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    if (!Array.isArray(value)) {
      for (const { name, idName, ids, members: usual } of kinds) {
        const id = readMember(value, idName);
        if ((typeof id !== 'string' && typeof id !== 'number') || !ids.has(String(id))) continue;
        const members = Object.entries(value);
        const common = members.filter(([member]) => usual.has(member));
        if (common.length <= FEWEST_MEMBERS || common.length < members.length * ALIKE) continue;
        const values = new Map(common.flatMap(([member, one]) => (isScalar(one) ? [[member, String(one)]] : [])));
        found.push({ kind: name, id: String(id), surface, source, values });
      }
    }
    for (const one of Object.values(value)) visit(one, depth + 1);
  };
  visit(json, 0);
  return found;
}

const readMember = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A member with another value on one surface than on another. */
export interface Disagreement<Source> {
  readonly member: string;
  readonly one: Sighting<Source>;
  readonly other: Sighting<Source>;
}

const FEWEST_AGREEING = 3;

/**
 * Compares the members of each thing between surfaces. A member counts as the same on two surfaces if it agrees for at least
 * three things, and for three times as many as it does not; the others are returned. A thing whose value changed on one surface
 * during the run is left out.
 */
export function findDisagreements<Source>(sightings: readonly Sighting<Source>[]): Disagreement<Source>[] {
  return [...Map.groupBy(sightings, ({ kind }) => kind).values()].flatMap((ofKind) => {
    const members = new Set(ofKind.flatMap(({ values }) => [...values.keys()]));
    const things = [...Map.groupBy(ofKind, ({ id }) => id).values()].map((ofThing) => [
      ...Map.groupBy(ofThing, ({ surface }) => surface).values(),
    ]);
    return [...members].flatMap((member) => compareMember(things, member));
  });
}

/** Compares a member of things, whose sightings are grouped by thing and by surface. */
function compareMember<Source>(
  things: readonly (readonly (readonly Sighting<Source>[])[])[],
  member: string,
): Disagreement<Source>[] {
  const pairs = new Map<string, { agreeing: number; different: Disagreement<Source>[] }>();
  for (const ofThing of things) {
    const steady = ofThing.flatMap((onSurface) => {
      const shown = onSurface.filter(({ values }) => values.has(member));
      const [first] = shown;
      return first !== undefined && shown.every(({ values }) => values.get(member) === first.values.get(member))
        ? [first]
        : [];
    });
    for (const [index, one] of steady.entries())
      for (const other of steady.slice(index + 1)) {
        const key = [one.surface, other.surface].toSorted().join();
        const pair = pairs.get(key) ?? { agreeing: 0, different: [] };
        pairs.set(key, pair);
        if (one.values.get(member) === other.values.get(member)) pair.agreeing += 1;
        else pair.different.push({ member, one, other });
      }
  }
  return [...pairs.values()].flatMap(({ agreeing, different }) =>
    (agreeing >= FEWEST_AGREEING && agreeing >= different.length * 3) ||
    (agreeing > 0 && isState(things.flat(2), member, different))
      ? different
      : [],
  );
}

const MOST_STATES = 8;

/** Whether a member has one of a few words, which both surfaces use: it means the same on both, so that one agreeing thing suffices. */
function isState<Source>(
  sightings: readonly Sighting<Source>[],
  member: string,
  different: readonly Disagreement<Source>[],
): boolean {
  const ofMember = sightings.flatMap(({ values, surface }) => {
    const value = values.get(member);
    return value === undefined ? [] : [{ value, surface }];
  });
  const states = new Set(ofMember.map(({ value }) => value));
  const areWords = [...states].every((value) => /[A-Za-z]{3}/.test(value) && !/\d/.test(value));
  return (
    areWords &&
    states.size > 1 &&
    states.size <= MOST_STATES &&
    ofMember.length >= states.size * 3 &&
    different.every(({ one, other }) =>
      [one, other].every(({ values }) => {
        const surfaces = ofMember.filter(({ value }) => value === values.get(member)).map(({ surface }) => surface);
        return new Set(surfaces).size > 1;
      }),
    )
  );
}
