import { deliveryOf, inPieces } from '../delivery.ts';
import { atLocation } from '../events.ts';
import { each, type Probe } from '../probe.ts';

const NAME = 'Café Größe, 7 rue de l’Étoile \u{1f3e7}';
/** What a payload is kept below; bodies of that size have to pass. */
const LARGE_BYTES = 20_000;

/** Deliveries whose body is unusual, and right. */
export const bodies: readonly Probe[] = [
  {
    id: 'non-ascii',
    title: 'A delivery with letters beyond ASCII in its body',
    level: 'must',
    expects: 'taken',
    matters: 'Names of places have such letters; their deliveries would be lost.',
    usual: {
      words:
        'The bytes of the body became text in another encoding than UTF-8, and the signature was worked out from that.',
      line: "hmac.update(raw.toString('latin1'))",
      instead: 'hmac.update(raw)',
    },
    steps: (bench) => each('taken', deliveryOf(bench, atLocation(bench.event('non-ascii'), NAME))),
  },
  {
    id: 'odd-spacing',
    title: 'A delivery whose JSON is spaced and escaped in an unusual way',
    level: 'must',
    expects: 'taken',
    matters:
      'The first sender that writes JSON a little differently is locked out, and so is this one after an update.',
    usual: {
      words: 'The body is parsed and written again before the signature is worked out from it.',
      line: 'app.use(express.json()); … hmac.update(JSON.stringify(req.body))',
      instead: "app.post('/hooks', express.raw({ type: '*/*' }), …); … hmac.update(req.body)",
    },
    steps(bench) {
      const event = atLocation(bench.event('odd-spacing'), NAME);
      const spaced = JSON.stringify(event, null, '\t').replaceAll('": ', '" :  ');
      const escaped = spaced.replaceAll('é', '\\u00e9').replaceAll('/', '\\/');
      return each('taken', deliveryOf(bench, event, { body: `${escaped}\n` }));
    },
  },
  {
    id: 'split-letter',
    title: 'A delivery that arrives in two pieces, cut within a letter',
    level: 'must',
    expects: 'taken',
    matters: 'Networks cut where they like: now and then a delivery would be lost, and nobody could say why.',
    usual: {
      words: 'Each piece becomes text on its own, so that half a letter becomes a wrong one.',
      line: "req.on('data', (piece) => { body += piece })",
      instead: "req.on('data', (piece) => pieces.push(piece)); … Buffer.concat(pieces)",
    },
    steps(bench) {
      const delivery = deliveryOf(bench, atLocation(bench.event('split-letter'), NAME));
      const cut = Buffer.concat(delivery.pieces).indexOf('é') + 1;
      return each('taken', inPieces(delivery, [cut]));
    },
  },
  {
    id: 'slow-body',
    title: 'A delivery that arrives slowly',
    level: 'must',
    expects: 'taken',
    matters: 'Whenever the network is slow, deliveries would be lost.',
    usual: {
      words: 'The body has to be there at once: too short a time limit, or only the first piece is read.',
      line: "req.once('data', handle)",
      instead: 'for await (const piece of req) pieces.push(piece)',
    },
    steps(bench) {
      const delivery = deliveryOf(bench, bench.event('slow-body'));
      const [{ length } = Buffer.of()] = delivery.pieces;
      return each(
        'taken',
        inPieces(
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
    matters: 'Events with long lists would be lost, and those are the ones in which much happened.',
    usual: {
      words: 'The limit of the body is lower than deliveries are large.',
      line: "express.raw({ type: 'application/json', limit: '10kb' })",
      instead: "express.raw({ type: 'application/json', limit: '256kb' })",
    },
    steps(bench) {
      const event = bench.event('large-body');
      const missing = LARGE_BYTES - JSON.stringify(atLocation(event, '')).length;
      return each('taken', deliveryOf(bench, atLocation(event, 'x'.repeat(missing))));
    },
  },
  {
    id: 'every-type',
    title: 'A delivery of each event type of the contract',
    level: 'advice',
    expects: 'taken',
    matters: 'What is refused is sent again for days, and in the end the destination is disabled.',
    usual: {
      words:
        'The handler reads members that not every event has: terminal_id is null at account level, incident for single events.',
      line: 'const state = event.incident.state',
      instead: 'const state = event.incident?.state',
    },
    steps: (bench) =>
      bench
        .everyType('every-type')
        .map((event) => ({ delivery: deliveryOf(bench, event), expects: 'taken', name: event.type })),
  },
  {
    id: 'unknown-type',
    title: 'A delivery of an event type that nobody knows',
    level: 'advice',
    expects: 'taken',
    matters: 'The day when a type is added, it is sent again for days, and in the end the destination is disabled.',
    usual: {
      words: 'A type without a handler is an error, where it is to be acknowledged and left alone.',
      line: "default: throw new Error('unknown event')",
      instead: 'default: return',
    },
    steps(bench) {
      const event = { ...bench.event('unknown-type'), type: 'cassette_polished' };
      return each('taken', deliveryOf(bench, event));
    },
  },
  {
    id: 'unknown-member',
    title: 'A delivery with members that nobody knows',
    level: 'advice',
    expects: 'taken',
    matters: 'Members are added without a new version; then every delivery would be refused.',
    usual: {
      words: 'The body is held to a closed schema.',
      line: 'schema.strict().parse(event)',
      instead: 'schema.parse(event)',
    },
    steps(bench) {
      const event = bench.event('unknown-member');
      const data = { ...Object(event.data), weather: { sky: 'clear' } };
      return each('taken', deliveryOf(bench, { ...event, data, mood: 'calm' }));
    },
  },
  {
    id: 'empty-data',
    title: 'A delivery whose data is empty',
    level: 'advice',
    expects: 'taken',
    matters: 'Work that fails belongs behind the answer: here one odd event keeps coming back for days.',
    usual: {
      words: 'The event is worked on before it is answered, so that a fault in the work becomes the answer.',
      line: 'await work(event); res.status(204).end()',
      instead: 'await store(event); res.status(204).end(); void work(event)',
    },
    steps: (bench) => each('taken', deliveryOf(bench, { ...bench.event('empty-data'), data: {} })),
  },
];
