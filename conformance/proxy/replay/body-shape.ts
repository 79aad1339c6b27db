/** The types that values at a place have, and how often the place occurs. */
interface Occurrences {
  readonly types: Set<ValueType>;
  count: number;
}

type ValueType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** The places of JSON bodies with their types: elements of arrays, and members whose names look like ids, share one place. */
export interface BodyShape {
  add(body: unknown): void;
  readonly places: ReadonlyMap<string, Occurrences>;
}

const MOST_PLACES = 5000;
const DEEPEST = 30;
/** A name that is probably an id: objects may have a member for each terminal. */
const ID_NAME = /\d{2,}|^.{40,}$/;

export function createBodyShape(): BodyShape {
  const places = new Map<string, Occurrences>();
  const visit = (value: unknown, place: string, depth: number): void => {
    const known = places.get(place) ?? { types: new Set<ValueType>(), count: 0 };
    if (depth > DEEPEST || (!places.has(place) && places.size >= MOST_PLACES)) return;
    places.set(place, known);
    known.types.add(getType(value));
    known.count += 1;
    if (Array.isArray(value)) for (const one of value) visit(one, `${place}/*`, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value))
        visit(one, `${place}/${ID_NAME.test(name) ? '*' : escapeName(name)}`, depth + 1);
  };
  return { add: (body) => visit(body, '', 0), places };
}

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function getType(value: unknown): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

/** A difference between two shapes at a place. */
export interface ShapeDifference {
  readonly place: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Compares the shape of recorded bodies with that of replayed ones. A member counts as missing if all recorded objects had it and no
 * replayed one has it, and as new in the opposite case; `null` fits any type.
 */
export function compareShapes(recorded: BodyShape, replayed: BodyShape): ShapeDifference[] {
  const differences: ShapeDifference[] = [];
  const absent = new Set<string>();
  for (const [place, { types }] of recorded.places) {
    const other = replayed.places.get(place);
    if (other === undefined) {
      absent.add(place);
      if (!absent.has(getParent(place)) && isAlwaysPresent(recorded, place) && isObject(replayed, getParent(place)))
        differences.push({ place, expected: formatTypes(types), actual: 'missing' });
    } else if (!isNullable(types) && !isNullable(other.types) && ![...other.types].some((type) => types.has(type)))
      differences.push({ place, expected: formatTypes(types), actual: formatTypes(other.types) });
  }
  for (const [place, { types }] of replayed.places)
    if (
      !recorded.places.has(place) &&
      recorded.places.has(getParent(place)) &&
      isObject(recorded, getParent(place)) &&
      isAlwaysPresent(replayed, place)
    )
      differences.push({ place, expected: 'missing', actual: formatTypes(types) });
  return differences;
}

const getParent = (place: string): string => place.slice(0, Math.max(0, place.lastIndexOf('/')));

/** Whether all objects that could have the member have it. Elements of arrays need not exist. */
const isAlwaysPresent = ({ places }: BodyShape, place: string): boolean =>
  !place.endsWith('/*') && places.get(place)?.count === places.get(getParent(place))?.count;

const isObject = ({ places }: BodyShape, place: string): boolean => places.get(place)?.types.has('object') === true;

const isNullable = (types: ReadonlySet<ValueType>): boolean => types.has('null');

const formatTypes = (types: ReadonlySet<ValueType>): string => [...types].sort().join(' or ');
