import { formatInstant } from '../../../base/formats.ts';
import type { Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import { type ProbeEvent, replaceLocationName } from '../events/events.ts';
import { createProbeDelivery } from '../sending/outgoing-delivery.ts';

/** Changes of an event that its receiver must accept, by their description. Each returns the body, or the event. */
export type EventChanges = Readonly<Record<string, (event: ProbeEvent) => ProbeEvent | string>>;

const name = (text: string) => (event: ProbeEvent) => replaceLocationName(event, text);
const addData = (members: object) => (event: ProbeEvent) => ({ ...event, data: { ...Object(event.data), ...members } });
const addMembers = (members: object) => (event: ProbeEvent) => ({ ...event, ...members });
const fraction = (digits: string) => (event: ProbeEvent) => ({
  ...event,
  timestamp: String(event.timestamp).replace(/(\.\d+)?Z$/, `.${digits}Z`),
});

/** Texts that JSON allows. */
export const ODD_TEXTS: EventChanges = {
  'an escaped NUL': name('A\u0000B'),
  'control characters': name('tab\t, line\nbreak, \u0007, \u001b[31m, \u007f'),
  'a line separator and a byte order mark': name('\u2028 \u2029 \ufeff \u200f'),
  'letters outside the basic plane': name('\u{1f3e7}\u{1f469}\u200d\u{1f4bb} \u{20bb7}'),
  '300 characters': name('x'.repeat(300)),
  '5,000 characters': name('x'.repeat(5000)),
  'an empty text': name(''),
  'a text of spaces': name('   '),
  'quotes, markup and placeholders': name(`O'Neil "&lt;b>" <script> \\ / %s %00 \${x} {{x}} $1 ; DROP`),
  'the mark of a sample in a text': name('"is_test":true, "is_test": true, is_test'),
  'names of members and states in texts': name('"type":"cash_low","state":"resolved" resolved null NaN'),
};

/** Numbers that JSON allows. */
export const ODD_NUMBERS: EventChanges = {
  'a number beyond 32 bits': addData({ total: 4_294_967_296, low: -2_147_483_649 }),
  'a number beyond 2^53': (event) =>
    JSON.stringify(addData({ total: 'BIG' })(event)).replace('"BIG"', '9223372036854775808'),
  'a number with 30 digits': (event) =>
    JSON.stringify(addData({ total: 'BIG' })(event)).replace('"BIG"', '123456789012345678901234567890'),
  'numbers with exponents': (event) =>
    JSON.stringify(addData({ rate: 'BIG' })(event)).replace('"BIG"', '[1E5,1.5e-7,-0,1.0,0.1e+2]'),
  'fractions and negative numbers': addData({ change: -0.25, rate: 0.3333, count: 0 }),
};

/** Members beyond those of the contract, of all kinds and at all depths. */
export const MORE_MEMBERS: EventChanges = {
  'one member': addMembers({ region: 'west' }),
  'a member in each object': (event) => addToEachObject(event),
  '12 members': addMembers(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`extra_${at}`, at]))),
  '200 members in data': addData(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`extra_${at}`, `${at}`]))),
  'null at several depths': (event) => addData({ note: null, list: [null], at: { a: null } })({ ...event, note: null }),
  'false, 0 and empty values': addMembers({ flag: false, count: 0, text: '', list: [], object: {} }),
  'objects nested 20 deep': (event) => {
    let nested: object = {};
    for (let depth = 0; depth < 20; depth += 1) nested = { nested };
    return addData({ nested })(event);
  },
  'a list of 500 items': addData({ list: Array.from({ length: 500 }, (_, at) => ({ at })) }),
  'names that objects of JavaScript have': (event) =>
    JSON.stringify(addData({ PROTO: {}, constructor: { prototype: {} }, toString: 1 })(event)).replace(
      'PROTO',
      '__proto__',
    ),
  'a member with an empty name, and names with dots and spaces': addData({ '': 1, 'a.b': 2, 'a b': 3, 'ä-$': 4 }),
};

/** Times that the contract allows: RFC 3339 in UTC, with any fraction of a second. */
export const TIMES: EventChanges = {
  'tenths of a second': fraction('5'),
  milliseconds: fraction('123'),
  microseconds: fraction('123456'),
  nanoseconds: fraction('123456789'),
};

/** The members in any order, and the JSON in any spacing. */
export const ORDERS: EventChanges = {
  'reverse order': (event) => JSON.stringify(reverseMembers(event)),
  'alphabetical order': (event) => JSON.stringify(sortMembers(event)),
  'incident and data first': ({ incident, data, ...rest }) => JSON.stringify({ data, incident, ...rest }),
  'the type last': ({ type, ...rest }) => JSON.stringify({ ...rest, type }),
  'the id last': ({ id, ...rest }) => JSON.stringify({ ...rest, id }),
};

const mapMembers = (value: unknown, change: (members: [string, unknown][]) => [string, unknown][]): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)).map(([key, own]) => [key, mapMembers(own, change)]));
};

/** Returns the event with an unknown member in each of its objects. */
export const addToEachObject = (event: ProbeEvent): ProbeEvent => ({
  ...event,
  ...Object(mapMembers(event, (members) => [...members, ['added_later', 'unknown']])),
});

const reverseMembers = (event: ProbeEvent) => mapMembers(event, (members) => members.toReversed());
const sortMembers = (event: ProbeEvent) =>
  mapMembers(event, (members) => members.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Members with the names of those of the event, at a place where they mean nothing, before and after the real ones. */
export const DECOYS: EventChanges = {
  'members of the event repeated in data, before it': ({ data, ...rest }) =>
    JSON.stringify({ data: { ...DECOY, ...Object(data) }, ...rest }),
  'members of the event repeated in data, after it': ({ data, ...rest }) =>
    JSON.stringify({ ...rest, data: { ...Object(data), ...DECOY } }),
  'escaped letters in the names of members': (event) => escapeNames(JSON.stringify(event)),
};

const DECOY = {
  id: 'evt_00000000000000000000000000',
  type: 'unknown',
  is_test: true,
  incident: { incident_id: 'inc_00000000000000000000000000', sequence: 0, state: 'resolved' },
  sequence: 0,
};

/** Returns JSON with an escape in the name of each member with an underscore. */
export const escapeNames = (json: string): string =>
  json.replace(/"(\w+?)_(\w+)":/g, (_, start: string, end: string) => `"${start}\\u005f${end}":`);

/** Returns a step for each change of an event. */
export const listChanged = (
  context: ProbeContext,
  changes: EventChanges,
  createEvent: (change: string) => ProbeEvent,
): ProbeStep[] =>
  Object.entries(changes).map(([change, apply]) => {
    const event = createEvent(change);
    const changed = apply(event);
    const delivery =
      typeof changed === 'string'
        ? createProbeDelivery(context, event, { body: changed })
        : createProbeDelivery(context, changed);
    return { delivery, expects: 'taken', name: change };
  });

const changeEach = (id: string, changes: EventChanges) => (context: ProbeContext) =>
  listChanged(context, changes, (change) => context.event(`${id} ${change}`));

/** Valid deliveries with unusual values. */
export const textProbes: readonly Probe[] = [
  {
    id: 'odd-texts',
    title: 'Deliveries with unusual texts: control characters, long and empty texts, quotes',
    level: 'must',
    expects: 'taken',
    matters: 'One name with such a text blocks its event: the sender retries it for days.',
    usual: {
      words: 'The handler stores texts in a column that is too short or rejects characters, before it responds.',
      line: 'await db.insert({ location: event.data.location_name })  // varchar(255)',
      instead: 'await db.insert({ body: raw }); res.status(204).end()',
    },
    steps: changeEach('odd-texts', ODD_TEXTS),
  },
  {
    id: 'lone-surrogate',
    title: 'A delivery with an escaped half of a surrogate pair',
    level: 'must',
    // RFC 8259, section 8.2: the grammar allows it, and parsers may reject it
    adviceFor: ['refused'],
    expects: 'taken',
    matters: 'A text that a sender cut inside a character blocks its event: the sender retries it for days.',
    usual: {
      words: 'The handler encodes the text without catching errors.',
      line: 'encodeURIComponent(event.data.location_name)',
      instead: 'encodeURIComponent(event.data.location_name.toWellFormed())',
    },
    steps: (context) => {
      const event = replaceLocationName(context.event('lone-surrogate'), 'CUT');
      const body = JSON.stringify(event).replace('CUT', '\\ud83c');
      return [{ delivery: createProbeDelivery(context, event, { body }), expects: 'taken' }];
    },
  },
  {
    id: 'odd-numbers',
    title: 'Deliveries with large numbers, fractions and exponents',
    level: 'must',
    expects: 'taken',
    matters: 'Members are added without a new version, and JSON does not limit numbers: events are lost.',
    usual: {
      words: 'The handler reads every number into a type of 32 bits, or only whole numbers.',
      line: 'record Event(int total)',
      instead: 'record Event(BigDecimal total)',
    },
    steps: changeEach('odd-numbers', ODD_NUMBERS),
  },
  {
    id: 'whole-numbers',
    title: 'Deliveries whose sequence is written as a fraction or with an exponent',
    level: 'advice', // JSON Schema allows it for an integer; many parsers with types do not
    expects: 'taken',
    matters: 'A sender that serialises numbers in another way loses every event of an incident.',
    usual: {
      words: 'The handler accepts a number only if it is written without a point.',
      line: "if not isinstance(event['incident']['sequence'], int): raise ValueError",
      instead: "sequence = int(event['incident']['sequence'])",
    },
    steps: (context) =>
      Object.entries({ 'a point and a zero': '$1.0', 'an exponent': '$1e0' }).map(([writing, form]) => {
        const { triggered } = context.incident(`whole-numbers ${writing}`);
        const body = JSON.stringify(triggered).replace(/(?<="sequence":)(\d+)/, form);
        return { delivery: createProbeDelivery(context, triggered, { body }), expects: 'taken', name: writing };
      }),
  },
  {
    id: 'more-members',
    title: 'Deliveries with many, nested, empty and null members beyond those of the contract',
    level: 'must',
    expects: 'taken',
    matters: 'Members are added without a new version; then the receiver would reject every delivery.',
    usual: {
      words: 'The handler validates unknown members, or limits their number or depth.',
      line: 'JSON.parse(body, { max_nesting: 5 })',
      instead: 'JSON.parse(body)',
    },
    steps: changeEach('more-members', MORE_MEMBERS),
  },
  {
    id: 'fractions-of-seconds',
    title: 'Deliveries whose event time has fractions of a second',
    level: 'must',
    expects: 'taken',
    matters: 'The contract allows any time of RFC 3339 in UTC; events are lost when the sender becomes more precise.',
    usual: {
      words: 'The handler parses times with a fixed pattern.',
      line: "LocalDateTime.parse(text, ofPattern(\"yyyy-MM-dd'T'HH:mm:ss'Z'\"))",
      instead: 'Instant.parse(text)',
    },
    steps: changeEach('fractions-of-seconds', TIMES),
  },
  {
    id: 'time-offset',
    title: 'A delivery whose event time has an offset from UTC',
    level: 'advice', // the contract sends times in UTC only
    expects: 'taken',
    matters: 'Senders of other contracts send such times.',
    usual: {
      words: 'The handler parses times with a fixed pattern.',
      line: "LocalDateTime.parse(text, ofPattern(\"yyyy-MM-dd'T'HH:mm:ss'Z'\"))",
      instead: 'OffsetDateTime.parse(text)',
    },
    steps(context) {
      const event = context.event('time-offset');
      const timestamp = formatInstant(Date.parse(String(event.timestamp)) + 2 * 3_600_000).replace('Z', '+02:00');
      return [{ delivery: createProbeDelivery(context, { ...event, timestamp }), expects: 'taken' }];
    },
  },
];
