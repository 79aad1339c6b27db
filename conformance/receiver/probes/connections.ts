import type { Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import {
  createProbeDelivery,
  type DeliveryChanges,
  type OutgoingDelivery,
  splitBody,
  withoutHeader,
} from '../sending/outgoing-delivery.ts';

const MIXED = 'Under load, events are lost and forged ones are accepted.';

const SHARED = {
  words: 'The handler keeps the body, the headers or the result of a verification in a variable that requests share.',
  line: "let body = ''; app.post('/hooks', (req) => { body = ''; req.on('data', (piece) => { body += piece }) })",
  instead: "app.post('/hooks', (req) => { const pieces = []; req.on('data', (piece) => pieces.push(piece)) })",
};

interface AlternateOptions {
  /** Identifies the events. */
  readonly name: string;
  readonly count: number;
  readonly change?: (delivery: OutgoingDelivery, at: number) => OutgoingDelivery;
}

/** Returns valid and forged deliveries in turn. */
function alternate(
  context: ProbeContext,
  { name, count, change = (delivery) => delivery }: AlternateOptions,
): ProbeStep[] {
  return Array.from({ length: count }, (_, at): ProbeStep => {
    const event = context.event(`${name} ${at}`);
    const secrets = [at % 2 === 0 ? context.secret : context.otherSecret];
    const delivery = change(createProbeDelivery(context, event, { secrets }), at);
    const place = Math.floor(at / 2) + 1;
    return at % 2 === 0
      ? { delivery, expects: 'taken', name: `valid delivery ${place}` }
      : { delivery, expects: 'refused', name: `forged delivery ${place}` };
  });
}

const KEPT = { wire: { isKept: true } } as const;

/** Header lines that HTTP allows (RFC 9112, section 5): white space before a value is not a part of it. */
const HEADER_LINES: Readonly<Record<string, (name: string, value: string) => string>> = {
  'no space before values': (name, value) => `${name}:${value}`,
  'several spaces before values': (name, value) => `${name}:   ${value}`,
  'a tab before values': (name, value) => `${name}:\t${value}`,
};

/** Servers may queue few connections, so few deliveries are sent at the same time; half of them are forged. */
const AT_ONCE = 6;
const countAtOnce = ({ mostAtOnce }: ProbeContext): number => Math.min(AT_ONCE, Math.max(2, mostAtOnce));

/** Several deliveries at the same time, or over one connection. */
export const connectionProbes: readonly Probe[] = [
  {
    id: 'concurrent',
    title: 'Valid and forged deliveries at the same time: valid ones get 2xx, forged ones 4xx',
    level: 'must',
    expects: 'any',
    matters: MIXED,
    usual: SHARED,
    isConcurrent: true,
    steps: (context) => alternate(context, { name: 'concurrent', count: countAtOnce(context) }),
  },
  {
    id: 'concurrent-chunks',
    title: 'Valid and forged deliveries at the same time, whose bodies arrive in alternating chunks',
    level: 'must',
    expects: 'any',
    matters: MIXED,
    usual: SHARED,
    isConcurrent: true,
    steps: (context) =>
      alternate(context, {
        name: 'concurrent-chunks',
        count: countAtOnce(context),
        change(delivery) {
          const [{ length } = Buffer.of()] = delivery.pieces;
          return splitBody(delivery, [Math.floor(length / 2)]);
        },
      }),
  },
  {
    id: 'same-connection',
    title: 'Valid and forged deliveries in turn over one connection, and others at the same time',
    level: 'must',
    expects: 'any',
    // a response without an end delays the next delivery of a connection; senders then open another
    adviceFor: ['none'],
    matters: 'Senders and proxies reuse connections, also for requests of different clients.',
    usual: {
      words: 'The handler keeps the result of a verification with the connection, or leaves a part of the body unread.',
      line: 'if (req.socket.isVerified) return handle(req)',
      instead: 'if (!isValid(req)) return res.status(401).end()',
    },
    isConcurrent: true,
    steps: (context) => [
      ...alternate(context, {
        name: 'same-connection',
        count: 5,
        change: (delivery, at) => ({ ...delivery, connection: at === 4 ? 'last' : 'reused' }),
      }),
      ...alternate(context, { name: 'beside same-connection', count: 2 }).map((step) => ({
        ...step,
        name: `${step.name} over another connection`,
      })),
    ],
  },
  {
    id: 'kept-connection',
    title: 'Valid deliveries over one connection, each after one that is rejected for another reason',
    level: 'must',
    expects: 'any',
    matters: 'Senders and proxies reuse connections: valid deliveries are lost after bad ones.',
    usual: {
      words: 'The handler rejects a delivery and leaves its body unread, or sends more content than it declares.',
      line: "res.writeHead(401, { 'content-length': text.length }).end(text)",
      instead: "res.writeHead(401, { 'content-length': Buffer.byteLength(text) }).end(text)",
    },
    steps: (context) => listKept(context),
  },
  {
    id: 'idle-connection',
    title: 'A delivery while another connection is open and idle',
    level: 'must',
    expects: 'taken',
    matters: 'Senders and proxies keep connections open: no delivery over another connection gets a response in time.',
    usual: {
      words: 'The server processes one connection at a time, and waits for the next request of an idle one.',
      line: "HTTPServer(('', port), Handler)",
      instead: "ThreadingHTTPServer(('', port), Handler)",
    },
    steps: (context) => [
      {
        delivery: { ...createProbeDelivery(context, context.event('idle-connection')), ...KEPT },
        expects: 'taken',
        name: 'the delivery over the connection that stays open',
      },
      {
        delivery: createProbeDelivery(context, context.event('idle-connection, beside')),
        expects: 'taken',
        name: 'the delivery over another connection',
      },
      {
        delivery: { ...createProbeDelivery(context, context.event('idle-connection, again')), wire: {} },
        expects: 'taken',
        name: 'the next delivery over the first connection',
      },
    ],
  },
  {
    id: 'stalled-connection',
    title: 'A delivery while other connections send nothing, or only a part of a delivery',
    level: 'must',
    expects: 'any',
    matters: 'One sender with a bad network stops the receiver for all others.',
    usual: {
      words: 'The server processes one connection at a time, and waits for the rest of a request without a limit.',
      line: 'server.setExecutor(null)',
      instead: 'server.setExecutor(Executors.newVirtualThreadPerTaskExecutor())',
    },
    steps: (context) => [
      ...(['nothing', 'half of the body'] as const).map(
        (stalledAfter): ProbeStep => ({
          delivery: {
            ...createProbeDelivery(context, context.event(`stalled-connection ${stalledAfter}`)),
            wire: { stalledAfter },
          },
          expects: 'any',
          name: `a connection that sends ${stalledAfter}`,
        }),
      ),
      {
        delivery: createProbeDelivery(context, context.event('stalled-connection, beside')),
        expects: 'taken',
        name: 'the delivery over another connection',
      },
    ],
  },
  {
    id: 'cut-connection',
    title: 'A delivery after others whose connection was closed in the middle',
    level: 'must',
    expects: 'any',
    matters: 'One sender with a bad network stops the receiver for all others.',
    usual: {
      words: 'The handler does not catch the error of a request that ends early.',
      line: 'const body = await readBody(req) // rejects, and nothing catches it',
      instead: 'try { body = await readBody(req) } catch { return res.destroy() }',
    },
    steps(context) {
      const cut = [0, 0.5, 1].map((part): ProbeStep => {
        const delivery = createProbeDelivery(context, context.event(`cut-connection ${part}`));
        const body = Buffer.concat(delivery.pieces);
        const length = Math.floor((body.length - 1) * part);
        const pieces = length === 0 ? [] : [body.subarray(0, length)];
        return {
          delivery: { ...delivery, pieces, missingBytes: body.length - length },
          expects: 'any',
          name: `a delivery with ${length} of ${body.length} bytes`,
        };
      });
      const next = createProbeDelivery(context, context.event('cut-connection, the next'));
      return [...cut, { delivery: next, expects: 'taken', name: 'the next delivery' }];
    },
  },
  {
    id: 'chunked-body',
    title: 'Deliveries whose body has the transfer coding chunked',
    level: 'must',
    expects: 'taken',
    // RFC 9112, section 7.1: a recipient must be able to parse the chunked transfer coding
    matters: 'Proxies send bodies in chunks: every delivery through such a proxy is rejected.',
    usual: {
      words: 'The server reads the number of bytes in Content-Length, which is missing.',
      line: "body = self.rfile.read(int(self.headers.get('content-length', 0)))",
      instead: "body = read_chunks(self.rfile) if 'chunked' in self.headers.get('transfer-encoding', '') else …",
    },
    steps: (context) => [
      ...Object.entries({ 'one chunk': [], 'chunks of several sizes': [1, 11, 27, 127, 282] }).map(
        ([name, cuts]): ProbeStep => ({
          delivery: {
            ...splitBody(createProbeDelivery(context, context.event(`chunked-body ${name}`)), cuts),
            isChunked: true,
          },
          expects: 'taken',
          name,
        }),
      ),
      {
        delivery: {
          ...createProbeDelivery(context, context.event('chunked-body with extensions')),
          wire: { hasChunkExtensions: true },
        },
        expects: 'taken',
        name: 'chunks with extensions',
      },
    ],
  },
  {
    id: 'header-spaces',
    title: 'Deliveries with other white space before the values of headers',
    level: 'must',
    expects: 'taken',
    // RFC 9112, section 5: white space before a value is optional, and not a part of it
    matters: 'Proxies and libraries write headers in different ways.',
    usual: {
      words: 'The server separates names and values at a colon and a space.',
      line: 'const [name, value] = line.split(": ")',
      instead: 'const [, name, value] = /^([^:]+):[ \\t]*(.*?)[ \\t]*$/.exec(line)',
    },
    steps: (context) =>
      Object.entries(HEADER_LINES).map(([name, separateHeader]) => ({
        delivery: {
          ...createProbeDelivery(context, context.event(`header-spaces ${name}`)),
          wire: { separateHeader },
        },
        expects: 'taken',
        name,
      })),
  },
];

/** Returns deliveries over one connection: one of each kind of rejection, and a valid one after each. */
function listKept(context: ProbeContext): ProbeStep[] {
  const { scheme, otherSecret, nowSeconds, ages } = context;
  const create = (name: string, changes: DeliveryChanges = {}) =>
    createProbeDelivery(context, context.event(`kept-connection ${name}`), changes);
  const rejected = {
    'a forged delivery': create('forged', { secrets: [otherSecret] }),
    'a delivery without a signature': withoutHeader(create('unsigned'), scheme.signatureHeader),
    ...(scheme.timestampUnit === null
      ? {}
      : { 'an old delivery': create('old', { timestampSeconds: nowSeconds - ages.stale }) }),
    'text that is not JSON': create('text', { secrets: [otherSecret], body: 'not JSON' }),
  };
  const steps = Object.entries(rejected).flatMap(([name, delivery]): ProbeStep[] => [
    // other probes are about the responses to these
    { delivery: { ...delivery, ...KEPT }, expects: 'any', name },
    { delivery: { ...create(`after ${name}`), ...KEPT }, expects: 'taken', name: `a valid delivery after ${name}` },
  ]);
  const repeated = create('after a forged delivery');
  return [
    ...steps,
    { delivery: { ...repeated, ...KEPT }, expects: 'taken', name: 'a repeat' },
    { delivery: { ...create('the last'), wire: {} }, expects: 'taken', name: 'a valid delivery after a repeat' },
  ];
}
