import { createHash } from 'node:crypto';
import type { Probe, ProbeContext } from '../../core/probe.ts';
import {
  createProbeDelivery,
  type OutgoingDelivery,
  replaceHeader,
  replaceSignatures,
  withoutHeader,
} from '../../sending/outgoing-delivery.ts';
import { needsId } from '../applicability.ts';
import { FORGED } from './forgeries.ts';

/** Returns a delivery that is signed with a secret that the receiver does not have. */
const forge = (context: ProbeContext, name: string, members: object = {}): OutgoingDelivery => {
  const event = { ...context.event(name), ...members };
  return createProbeDelivery(context, event, { secrets: [context.otherSecret] });
};

const TEST_IDS = ['test', 'test_1', 'msg_test', 'msg_test_1', 'evt_test_1', 'ping', 'demo-1', '0', 'health-check'];
const TEST_TYPES = ['test', 'ping', 'webhook.test', 'endpoint.verification', 'health_check'];

const ADDED_HEADERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a forwarded local address': [
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
  ],
  'headers of a test': [
    ['X-Test', 'true'],
    ['X-Webhook-Test', '1'],
    ['X-Debug', '1'],
    ['X-Dry-Run', '1'],
    ['X-Skip-Verification', '1'],
  ],
  'a user agent of a health check': [['User-Agent', 'ELB-HealthChecker/2.0']],
  'headers that claim a verification': [
    ['X-Verified', 'true'],
    ['Webhook-Verified', 'true'],
    ['X-Internal', 'true'],
    ['Authorization', 'Bearer test'],
  ],
};

/** Words of support tools and local runs. */
const MORE_WORDS = [
  ...[
    'replay',
    'resend',
    'redeliver',
    'retry',
    'reprocess',
    'manual',
    'support',
    'force',
    'bypass',
    'skip',
    'override',
  ],
  ...['local', 'sandbox', 'simulate', 'mock', 'sample', 'trace', 'raw', 'preview'],
];

/** Queries that a handler may have for its own tests. */
const QUERIES = [
  ...['x', 'debug=1', 'debug=true', 'test=1', 'test=true', 'mode=test&env=test', 'dry_run=1', 'dev=1'],
  ...['verify=0&verification=0', 'verify=false&verification=off', 'skip_verification=1&skip_signature=1&no_verify=1'],
  'internal=1&trusted=1&admin=1',
  ...['=1', '=true', ''].map((value) => MORE_WORDS.map((word) => `${word}${value}`).join('&')),
];

/** Forged deliveries that claim to need no verification. */
export const backdoorProbes: readonly Probe[] = [
  {
    id: 'forged-tests',
    title: 'Forged deliveries that claim to be tests, by their id, type or members',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler does not verify deliveries that look like tests; senders sign them, too.',
      line: "if (id.startsWith('msg_test') || event.is_test) return accept()",
      instead: 'if (!isValid(req)) return reject()',
    },
    steps: (context) => [
      ...(needsId(context.scheme) === undefined
        ? TEST_IDS.map((id) => ({
            delivery: forge(context, `forged-tests ${id}`, { id }),
            expects: 'refused' as const,
            name: `the id ${id}`,
          }))
        : []),
      ...TEST_TYPES.map((type) => ({
        delivery: forge(context, `forged-tests ${type}`, { type }),
        expects: 'refused' as const,
        name: `the type ${type}`,
      })),
      {
        delivery: forge(context, 'forged-tests members', { test: true, is_test: true, livemode: false, mode: 'test' }),
        expects: 'refused',
        name: 'members that mark a test',
      },
    ],
  },
  {
    id: 'forged-headers',
    title: 'Forged deliveries with another media type, or with headers that claim trust',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler verifies only some media types, or trusts a header that anyone can send.',
      line: "if (req.is('json') && !isValid(req)) return reject()",
      instead: 'if (!isValid(req)) return reject()',
    },
    steps(context) {
      const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', ''];
      return [
        ...types.map((type) => {
          const delivery = forge(context, `forged-headers ${type}`);
          return {
            delivery:
              type === ''
                ? withoutHeader(delivery, 'content-type')
                : replaceHeader(delivery, 'content-type', () => type),
            expects: 'refused' as const,
            name: type === '' ? 'no media type' : type,
          };
        }),
        ...Object.entries(ADDED_HEADERS).map(([name, headers]) => {
          const delivery = forge(context, `forged-headers ${name}`);
          return {
            delivery: { ...delivery, headers: [...headers, ...delivery.headers] },
            expects: 'refused' as const,
            name,
          };
        }),
      ];
    },
  },
  {
    id: 'forged-query',
    title: 'Forged deliveries to the URL with a query',
    level: 'must',
    expects: 'not-taken',
    matters: FORGED,
    usual: {
      words: 'The handler verifies deliveries of one exact URL, and the query is a part of it.',
      line: "if (req.url === '/hooks' && !isValid(req)) return reject()",
      instead: 'if (!isValid(req)) return reject()',
    },
    steps: (context) =>
      QUERIES.map((query) => ({
        delivery: { ...forge(context, `forged-query ${query}`), query },
        expects: 'not-taken',
        name: `?${query}`,
      })),
  },
  {
    id: 'placeholder-signatures',
    title: 'Deliveries whose signature is a word, a digest of zeros or a digest without a key',
    level: 'must',
    expects: 'refused',
    matters: FORGED,
    usual: {
      words: 'The handler compares with a variable that is not set, or computes a digest without the key.',
      line: "createHash('sha256').update(signed).digest('base64')",
      instead: "createHmac('sha256', key).update(signed).digest('base64')",
    },
    steps(context) {
      const { scheme } = context;
      const event = context.event('placeholder-signatures');
      const delivery = createProbeDelivery(context, event);
      const body = Buffer.concat(delivery.pieces);
      const digestOf = (content: Uint8Array) => createHash(scheme.hash).update(content).digest(scheme.encoding);
      const signed = scheme.signedContent
        .replace('{id}', event.id)
        .replace('{timestamp}', String(scheme.timestampUnit === 'ms' ? context.nowSeconds * 1000 : context.nowSeconds))
        .replace('{body}', () => body.toString());
      const values = {
        'the word undefined': 'undefined',
        'the word null': 'null',
        'the word true': 'true',
        'the word test': 'test',
        'a digest of zeros': Buffer.alloc(32).toString(scheme.encoding),
        'a digest of the body without a key': digestOf(body),
        'a digest of the signed content without a key': digestOf(Buffer.from(signed)),
      };
      return Object.entries(values).map(([name, value]) => ({
        delivery: replaceSignatures(delivery, scheme, [scheme.prefix + value]),
        expects: 'refused',
        name,
      }));
    },
  },
];
