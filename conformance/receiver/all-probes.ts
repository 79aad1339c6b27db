import { expectEach, type Probe } from './core/probe.ts';
import { bodyProbes } from './probes/bodies.ts';
import { clockProbes } from './probes/clock.ts';
import { connectionProbes } from './probes/connections.ts';
import { contentProbes } from './probes/content.ts';
import { contentEffectProbes } from './probes/effects/content-effects.ts';
import { effectProbes, lateRepeat } from './probes/effects/effects.ts';
import { incidentOrderProbes } from './probes/effects/incident-order.ts';
import { sampleProbes } from './probes/effects/samples.ts';
import { httpProbes } from './probes/http.ts';
import { identifierProbes } from './probes/identifiers.ts';
import { refusalProbes } from './probes/refusals.ts';
import { repeatProbes } from './probes/repeats.ts';
import { responseProbes } from './probes/responses.ts';
import { backdoorProbes } from './probes/signatures/backdoors.ts';
import { digestProbes } from './probes/signatures/digests.ts';
import { forgeryProbes } from './probes/signatures/forgeries.ts';
import { publicSecretProbes } from './probes/signatures/public-secrets.ts';
import { rotationProbes } from './probes/signatures/rotation.ts';
import { signedBodyProbes } from './probes/signed-bodies.ts';
import { textProbes } from './probes/texts.ts';
import { timestampProbes } from './probes/times.ts';
import { createProbeDelivery } from './sending/outgoing-delivery.ts';

/** The control: an ordinary delivery. If the receiver rejects it, rejections of other deliveries prove nothing. */
export const controlProbe: Probe = {
  id: 'valid',
  title: 'An ordinary delivery',
  level: 'must',
  expects: 'taken',
  matters: 'The receiver accepts no events.',
  usual: {
    words: 'The handler uses another secret, does not decode the secret, or builds the signed content differently.',
    line: "createHmac('sha256', secret)",
    instead: "createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))",
  },
  steps: (context) => expectEach('taken', createProbeDelivery(context, context.sample('valid'))),
};

const respondsFast: Probe = {
  id: 'answers-fast',
  title: 'The response to an ordinary delivery is fast',
  level: 'advice',
  expects: 'taken',
  isAboutSpeed: true,
  matters: 'A sender times out after 15 s and retries, so the handler processes the event again.',
  usual: {
    words: 'The handler processes the event before it responds.',
    line: 'await work(event); res.status(204).end()',
    instead: 'await store(event); res.status(204).end(); void work(event)',
  },
  steps: (context) => expectEach('taken', createProbeDelivery(context, context.event('answers-fast'))),
};

const stillResponds: Probe = {
  id: 'still-there',
  isLast: true,
  title: 'An ordinary delivery after all other probes',
  level: 'must',
  expects: 'taken',
  matters: 'One invalid request can stop the receiver.',
  usual: {
    words: 'An earlier probe ended the process, left a lock, or got the sender blocked.',
    line: "process.on('uncaughtException', () => process.exit(1))",
    instead: 'try { … } catch { res.status(400).end() }',
  },
  steps: (context) => expectEach('taken', createProbeDelivery(context, context.event('still-there'))),
};

const laterEffect: Probe = {
  id: 'later-effect',
  title: 'An ordinary event has an effect after all other probes',
  level: 'must',
  expects: 'taken',
  effects: { isBasis: true, mayBeMore: true },
  matters: 'One event can stop the receiver: it acknowledges all later events, and they are lost.',
  usual: {
    words:
      'An earlier event ended the worker, or stays at the head of its queue, and the handler acknowledges all others.',
    line: 'for (const event of queue) await work(event)  // the first error ends the loop',
    instead: 'for (const event of queue) await work(event).catch((error) => putAside(event, error))',
  },
  steps: (context) => expectEach('taken', createProbeDelivery(context, context.effectEvent('later-effect'))),
};

/** All probes in the order in which they are sent, the control first. */
export const probes: readonly Probe[] = [
  controlProbe,
  ...contentProbes,
  ...forgeryProbes,
  ...backdoorProbes,
  ...publicSecretProbes,
  ...digestProbes,
  ...refusalProbes,
  ...responseProbes,
  ...timestampProbes,
  ...rotationProbes,
  ...bodyProbes,
  ...textProbes,
  ...signedBodyProbes,
  ...identifierProbes,
  ...httpProbes,
  ...repeatProbes,
  ...connectionProbes,
  respondsFast,
  ...effectProbes,
  ...contentEffectProbes,
  ...incidentOrderProbes,
  ...sampleProbes,
  lateRepeat,
  ...clockProbes,
  laterEffect,
  stillResponds,
];
