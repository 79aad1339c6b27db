import { hasTimestamp } from '../../webhooks/scheme.ts';
import { decodeSecret } from '../../webhooks/secret.ts';
import type { ForbiddenContent, Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import {
  createProbeDelivery,
  readFirstDigest,
  removeTimestamp,
  replaceHeader,
  replaceSignatures,
  withoutHeader,
} from '../sending/outgoing-delivery.ts';

/** Probes of the content of responses to bad deliveries. */
export const refusalProbes: readonly Probe[] = [
  {
    id: 'reveals-nothing',
    title: 'A response contains neither the secret nor the correct signature, in any encoding',
    level: 'must',
    expects: 'any',
    matters: 'Anyone can let the receiver sign a forged event.',
    usual: {
      words: 'The handler returns the expected signature or its configuration to explain the rejection.',
      line: 'res.status(401).json({ expected, given })',
      instead: 'res.status(401).end()',
    },
    steps(context) {
      const { scheme, nowSeconds, ages, otherSecret } = context;
      const event = context.event('reveals-nothing');
      const genuine = createProbeDelivery(context, event);
      const forged = createProbeDelivery(context, event, { secrets: [otherSecret] });
      const digest = Buffer.from(readFirstDigest(genuine, scheme), scheme.encoding);
      const forbidden = forbid(context, listEncodings(digest));
      const oldTime = { timestampSeconds: nowSeconds - ages.stale };
      const oldGenuine = createProbeDelivery(context, event, oldTime);
      const oldDigest = Buffer.from(readFirstDigest(oldGenuine, scheme), scheme.encoding);
      const old = createProbeDelivery(context, event, { ...oldTime, secrets: [otherSecret] });
      const unknown = replaceSignatures(genuine, scheme, ['signature']);
      const steps: readonly (Omit<ProbeStep, 'expects'> | false)[] = [
        { delivery: forged, name: 'a wrong signature', forbidden },
        { delivery: withoutHeader(genuine, scheme.signatureHeader), name: 'no signature', forbidden },
        hasTimestamp(scheme) && { delivery: removeTimestamp(genuine, scheme), name: 'no timestamp', forbidden },
        { delivery: unknown, name: 'a malformed signature', forbidden },
        {
          delivery: old,
          name: 'a wrong signature and an old timestamp',
          forbidden: forbid(context, listEncodings(oldDigest)),
        },
        scheme.timestampHeader !== null && {
          delivery: replaceHeader(genuine, scheme.timestampHeader, () => 'abc'),
          name: 'a timestamp that is not a number',
          forbidden,
        },
        { delivery: genuine, name: 'an ordinary delivery', forbidden: forbid(context, []) },
        { delivery: genuine, name: 'a repeat', forbidden: forbid(context, []) },
        { delivery: { ...genuine, method: 'GET' }, name: 'a GET', forbidden: forbid(context, []) },
        { delivery: { ...forged, method: 'GET' }, name: 'a forged GET', forbidden },
      ];
      return steps.flatMap((step) => (step === false ? [] : [{ ...step, expects: 'any' }]));
    },
  },
  {
    id: 'stack-trace',
    title: 'A response to a bad delivery contains no stack trace',
    level: 'advice',
    expects: 'any',
    matters: 'Paths and versions of libraries help an attacker.',
    usual: {
      words: 'The framework runs in development mode, or the handler returns the exception.',
      line: 'catch (error) { res.status(500).send(error.stack) }',
      instead: 'catch (error) { log(error); res.status(400).end() }',
    },
    steps(context) {
      const { scheme } = context;
      const event = context.event('stack-trace');
      const genuine = createProbeDelivery(context, event);
      const forbidden: ForbiddenContent = { description: 'a stack trace', patterns: STACK_TRACES };
      const malformed = replaceSignatures(genuine, scheme, [`${scheme.prefix}%`]);
      return Object.entries({
        'a wrong signature': createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
        'a malformed signature': malformed,
        'a malformed timestamp': replaceHeader(malformed, scheme.timestampHeader ?? '', () => 'abc'),
        'text that is not JSON': createProbeDelivery(context, event, {
          body: '{"id":',
          secrets: [context.otherSecret],
        }),
      }).map(([name, delivery]) => ({ delivery, expects: 'any', name, forbidden }));
    },
  },
];

/** Shorter texts could be in a response by chance. */
const FEWEST_CHARACTERS = 8;

const forbid = ({ scheme, secret }: ProbeContext, digests: readonly string[]): ForbiddenContent => {
  const key = decodeSecret(scheme.secretForm, secret);
  const keyTexts = [secret.replace(/^whsec_/, ''), ...listEncodings(key), key.toString('utf8'), key.toString('latin1')];
  return {
    description: 'the secret and the correct signature',
    patterns: [...keyTexts, ...digests].filter(({ length }) => length >= FEWEST_CHARACTERS),
  };
};

const listEncodings = (bytes: Buffer): string[] => {
  const hex = bytes.toString('hex');
  return [bytes.toString('base64'), bytes.toString('base64url'), hex, hex.toUpperCase()];
};

/** The forms of stack traces: JavaScript, Python, Go, Java, Ruby, PHP, .NET, Rust. */
const STACK_TRACES: readonly RegExp[] = [
  /\bat [^\n]{0,300}?(?:\.[cm]?[jt]sx?|node:[\w/]+):\d+:\d+/,
  /Traceback \(most recent call last\)|\bFile .{1,300}, line \d+, in /,
  /\bgoroutine \d+ \[/,
  /\bat [\w$.<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
  /\.rb:\d+:in [`']/,
  /\.php(?:\(\d+\)|:\d+| on line \d+)/,
  /\bin .{1,300}\.cs:line \d+/,
  /panicked at /,
];
