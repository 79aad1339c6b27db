import { describeKind, replaceLocationName } from '../events.ts';
import { createProbeDelivery, splitBody } from '../outgoing-delivery.ts';
import { expectEach, type Probe } from '../probe.ts';

const NAME = 'Café Größe, 7 rue de l’Étoile \u{1f3e7}';
/** The documented limit of a payload; receivers must accept bodies of this size. */
const LARGE_BYTES = 20_000;

/** Valid deliveries with unusual bodies. */
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
    id: 'member-order',
    title: 'A delivery whose JSON members have another order',
    level: 'must',
    expects: 'taken',
    matters: 'JSON does not define an order of members: deliveries fail after an update of the sender.',
    usual: {
      words: 'The handler finds members by their position in the text, or compares the body with a serialised object.',
      line: `/^{"id":"([^"]+)"/.exec(body)[1]`,
      instead: 'JSON.parse(body).id',
    },
    steps(context) {
      const event = context.event('member-order');
      const reversed = Object.fromEntries(Object.entries(event).reverse());
      return expectEach('taken', createProbeDelivery(context, event, { body: JSON.stringify(reversed) }));
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
    title: 'A delivery of 20 KB',
    level: 'must',
    expects: 'taken',
    matters: 'Events with long lists would be lost.',
    usual: {
      words: 'The body limit is smaller than a delivery can be.',
      line: "express.raw({ type: 'application/json', limit: '10kb' })",
      instead: "express.raw({ type: 'application/json', limit: '256kb' })",
    },
    steps(context) {
      const event = context.event('large-body');
      const missing = LARGE_BYTES - JSON.stringify(replaceLocationName(event, '')).length;
      return expectEach('taken', createProbeDelivery(context, replaceLocationName(event, 'x'.repeat(missing))));
    },
  },
  {
    id: 'every-type',
    title: 'A delivery of each event type and incident state of the contract',
    level: 'must',
    expects: 'taken',
    matters: 'The sender retries rejected deliveries for days and then disables the destination.',
    usual: {
      words:
        'The handler reads members that some events lack: terminal_id is null at account level, incident for single events.',
      line: 'const state = event.incident.state',
      instead: 'const state = event.incident?.state',
    },
    steps: (context) =>
      context.everyType('every-type').map((event) => ({
        delivery: createProbeDelivery(context, event),
        expects: 'taken',
        name: describeKind(event),
      })),
  },
  {
    id: 'unknown-type',
    title: 'A delivery of an unknown event type',
    level: 'advice',
    expects: 'taken',
    matters: 'When a type is added, the sender retries its deliveries for days and then disables the destination.',
    usual: {
      words: 'The handler rejects types without a case; it should acknowledge and ignore them.',
      line: "default: throw new Error('unknown event')",
      instead: 'default: return',
    },
    steps(context) {
      const event = { ...context.event('unknown-type'), type: 'cassette_polished' };
      return expectEach('taken', createProbeDelivery(context, event));
    },
  },
  {
    id: 'unknown-member',
    title: 'A delivery with unknown members',
    level: 'advice',
    expects: 'taken',
    matters: 'Members are added without a new version; then the receiver would reject every delivery.',
    usual: {
      words: 'The handler validates the body against a schema that forbids additional members.',
      line: 'schema.strict().parse(event)',
      instead: 'schema.parse(event)',
    },
    steps(context) {
      const event = context.event('unknown-member');
      const data = { ...Object(event.data), weather: { sky: 'clear' } };
      return expectEach('taken', createProbeDelivery(context, { ...event, data, mood: 'calm' }));
    },
  },
  {
    id: 'empty-data',
    title: 'A delivery with an empty data member',
    level: 'advice',
    expects: 'taken',
    matters: 'An event that cannot be processed is retried for days; process events after the response.',
    usual: {
      words: 'The handler processes the event before it responds, so an error in processing becomes the response.',
      line: 'await work(event); res.status(204).end()',
      instead: 'await store(event); res.status(204).end(); void work(event)',
    },
    steps: (context) => expectEach('taken', createProbeDelivery(context, { ...context.event('empty-data'), data: {} })),
  },
];
