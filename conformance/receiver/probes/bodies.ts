import { expectEach, type Probe, type ProbeContext } from '../core/probe.ts';
import { replaceLocationName } from '../events/events.ts';
import { createProbeDelivery, type OutgoingDelivery, splitBody } from '../sending/outgoing-delivery.ts';
import { listChanged, ORDERS } from './texts.ts';

/** The escapes of RFC 8259, section 7. */
const EVERY_ESCAPE = String.raw`\" \\ \/ \b \f \n \r \t \u00e9 \u00E9`;

const NAME =
  'Café Größe, 7 rue de l’Étoile \u{1f3e7} Cafe\u0301 \u6771\u4eac \u0627\u0644\u0642\u0627\u0647\u0631\u0629 \u2028';
/** The documented limit of a payload; receivers must accept bodies of this size. */
const LARGE_BYTES = 20_000;

/** Valid deliveries with unusual bytes. */
export const bodyProbes: readonly Probe[] = [
  {
    id: 'non-ascii',
    title: 'A delivery whose body contains non-ASCII characters',
    level: 'must',
    expects: 'taken',
    matters: 'Location names contain such characters; deliveries about them would be lost.',
    usual: {
      words: 'The handler decodes the body with an encoding other than UTF-8 and computes the signature of the result.',
      line: "hmac.update(raw.toString('latin1'))",
      instead: 'hmac.update(raw)',
    },
    steps: (context) =>
      expectEach('taken', createProbeDelivery(context, replaceLocationName(context.event('non-ascii'), NAME))),
  },
  {
    id: 'odd-spacing',
    title: 'A delivery whose JSON has unusual spacing and escapes',
    level: 'must',
    expects: 'taken',
    matters:
      'Deliveries from a sender that serialises JSON differently are rejected, also after an update of this sender.',
    usual: {
      words: 'The handler parses and re-serialises the body before it computes the signature.',
      line: 'app.use(express.json()); … hmac.update(JSON.stringify(req.body))',
      instead: "app.post('/hooks', express.raw({ type: '*/*' }), …); … hmac.update(req.body)",
    },
    steps(context) {
      const event = replaceLocationName(context.event('odd-spacing'), NAME);
      const spaced = JSON.stringify(event, null, '\t').replaceAll('": ', '" :  ');
      const escaped = spaced.replaceAll('é', '\\u00e9').replaceAll('/', '\\/');
      return expectEach('taken', createProbeDelivery(context, event, { body: `${escaped}\n` }));
    },
  },
  {
    id: 'escaped-text',
    title: 'Deliveries whose JSON has each kind of escape, escapes letters, or has blank lines around it',
    level: 'must',
    expects: 'taken',
    matters: 'Deliveries are lost when the sender writes the same JSON in another way.',
    usual: {
      words: 'The handler searches the text of the body instead of parsing it, or trims it before it verifies.',
      line: `/"type":"([a-z_]+)"/.exec(body)[1]`,
      instead: 'JSON.parse(body).type',
    },
    steps(context) {
      const escaped = replaceLocationName(context.event('escaped-text'), NAME);
      const padded = context.event('escaped-text with blank lines');
      const everyEscape = replaceLocationName(context.event('escaped-text, every escape'), 'ESCAPES');
      return [
        {
          delivery: createProbeDelivery(context, everyEscape, {
            body: JSON.stringify(everyEscape).replace('ESCAPES', EVERY_ESCAPE),
          }),
          expects: 'taken',
          name: 'each escape of JSON',
        },
        {
          delivery: createProbeDelivery(context, escaped, { body: escapeLetters(JSON.stringify(escaped)) }),
          expects: 'taken',
          name: 'escaped letters',
        },
        {
          delivery: createProbeDelivery(context, padded, { body: `\r\n ${JSON.stringify(padded, null, 2)}\r\n\r\n` }),
          expects: 'taken',
          name: 'blank lines',
        },
      ];
    },
  },
  {
    id: 'member-order',
    title: 'Deliveries whose JSON members have another order',
    level: 'must',
    expects: 'taken',
    matters: 'JSON does not define an order of members: deliveries fail after an update of the sender.',
    usual: {
      words: 'The handler finds members by their position in the text, or compares the body with a serialised object.',
      line: `/^{"id":"([^"]+)"/.exec(body)[1]`,
      instead: 'JSON.parse(body).id',
    },
    steps(context) {
      const { triggered, resolved } = context.incident('member-order');
      return Object.entries({ 'one event': context.event('member-order'), triggered, resolved }).flatMap(
        ([kind, event]) =>
          listChanged(context, ORDERS, (order) => ({
            ...event,
            id: context.event(`member-order ${kind} ${order}`).id,
          })).map((step) => ({ ...step, name: `${step.name}, ${kind}` })),
      );
    },
  },
  {
    id: 'split-letter',
    title: 'A delivery whose body arrives in two chunks, split inside a character',
    level: 'must',
    expects: 'taken',
    matters: 'Networks split bodies at any byte: some deliveries would be lost at random.',
    usual: {
      words: 'The handler decodes each chunk separately, which corrupts a split character.',
      line: "req.on('data', (piece) => { body += piece })",
      instead: "req.on('data', (piece) => pieces.push(piece)); … Buffer.concat(pieces)",
    },
    steps(context) {
      const delivery = createProbeDelivery(context, replaceLocationName(context.event('split-letter'), NAME));
      const cut = Buffer.concat(delivery.pieces).indexOf('é') + 1;
      return expectEach('taken', splitBody(delivery, [cut]));
    },
  },
  {
    id: 'slow-body',
    title: 'A delivery whose body arrives slowly',
    level: 'must',
    expects: 'taken',
    matters: 'Deliveries would be lost on a slow network.',
    usual: {
      words: 'The handler reads only the first chunk, or its read timeout is too short.',
      line: "req.once('data', handle)",
      instead: 'for await (const piece of req) pieces.push(piece)',
    },
    steps(context) {
      const delivery = createProbeDelivery(context, context.event('slow-body'));
      const [{ length } = Buffer.of()] = delivery.pieces;
      return expectEach(
        'taken',
        splitBody(
          delivery,
          [0.25, 0.5, 0.75].map((part) => Math.floor(length * part)),
        ),
      );
    },
  },
  {
    id: 'large-body',
    title: 'Deliveries of 20 KB',
    level: 'must',
    expects: 'taken',
    matters: 'Events with long lists would be lost.',
    usual: {
      words: 'The body limit is smaller than a delivery can be, or counts characters instead of bytes.',
      line: "express.raw({ type: 'application/json', limit: '10kb' })",
      instead: "express.raw({ type: 'application/json', limit: '256kb' })",
    },
    steps: (context) => [
      { delivery: createLarge(context, LARGE_BYTES, 'x'), expects: 'taken', name: 'ASCII text' },
      { delivery: createLarge(context, LARGE_BYTES, '\u6771'), expects: 'taken', name: 'other text' },
    ],
  },
  {
    id: 'larger-body',
    title: 'Deliveries of 60 to 200 kB',
    level: 'must',
    expects: 'taken',
    // the guide: accept bodies of up to 256 KiB
    matters: 'Events grow when members and lists are added: then they are lost.',
    usual: {
      words: 'The body limit is 64 KiB or 100 KB, the default of many frameworks.',
      line: "app.use(express.raw({ type: 'application/json' }))",
      instead: "express.raw({ type: 'application/json', limit: '256kb' })",
    },
    steps: (context) =>
      [60, 70, 120, 200].map((kilobytes) => ({
        delivery: createLarge(context, kilobytes * 1000, 'x'),
        expects: 'taken',
        name: `${kilobytes} kB`,
      })),
  },
];

/** Returns a delivery whose body has this size, filled up with a letter. */
function createLarge(context: ProbeContext, bytes: number, letter: string): OutgoingDelivery {
  const event = context.event(`a body of ${bytes} bytes, filled with ${letter}`);
  const missing = bytes - Buffer.byteLength(JSON.stringify(replaceLocationName(event, '')));
  const name = letter.repeat(Math.floor(missing / Buffer.byteLength(letter)));
  return createProbeDelivery(context, replaceLocationName(event, name));
}

/** Escapes all characters of all names and strings of a JSON text. */
const escapeLetters = (json: string): string =>
  json.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => {
    const unescaped: string = JSON.parse(`"${text}"`);
    const units = Array.from({ length: unescaped.length }, (__, at) => unescaped.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });
