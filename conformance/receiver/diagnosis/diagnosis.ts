import { decodeSecret } from '../../webhooks/secret.ts';
import { describeResponse, isAccepted } from '../core/evaluate-probe.ts';
import type { ProbeContext, UsualCause } from '../core/probe.ts';
import type { Diagnosis } from '../core/result.ts';
import type { DeliveryResponse, SendDelivery } from '../sending/delivery-response.ts';
import {
  createProbeDelivery,
  type OutgoingDelivery,
  readFirstDigest,
  replaceSignatures,
} from '../sending/outgoing-delivery.ts';
import { listOtherDeliveries } from './other-deliveries.ts';
import { listSigningMistakes, type SigningMistake } from './signing-mistakes.ts';

/** A diagnosis, and the fault of the receiver that it proves, if any. */
export interface DiagnosisResult {
  readonly diagnosis: Diagnosis;
  /** Omitted if the secret, the URL or the scheme of the check may be wrong. */
  readonly fault?: UsualCause;
}

/**
 * Finds out why a receiver rejected an ordinary delivery: from the response, with other genuine deliveries, and with
 * deliveries that contain the usual mistakes of receivers. If the receiver accepts one of them, it is at fault.
 */
export async function diagnose(
  answer: DeliveryResponse,
  context: ProbeContext,
  { send, nowMs, toleranceSeconds }: { send: SendDelivery; nowMs: number; toleranceSeconds: number | undefined },
): Promise<DiagnosisResult> {
  if (answer.kind === 'unreachable') return { diagnosis: { kind: 'unreachable', findings: [answer.words] } };
  if (answer.kind !== 'answered')
    return {
      diagnosis: { kind: 'silent', findings: [answer.words] },
      ...(answer.kind === 'timeout' ? { fault: SLOW } : {}),
    };
  const came = `the response to an ordinary delivery, signed with this secret, was ${describeResponse(answer)}`;
  const found = isFinal(answer) ? undefined : await findCause(context, send);
  const clock = describeClockError(answer, nowMs, toleranceSeconds);
  const words = found?.words ?? explainStatus(answer) ?? NOTHING_ACCEPTED;
  const fault = found === undefined ? (FAULTS_BY_STATUS[answer.status] ?? readRedirect(answer)) : found.fault;
  const findings = [came, words, ...(clock === undefined ? [] : [clock])];
  const diagnosis: Diagnosis = {
    kind: 'refused',
    findings,
    ...(answer.text === '' ? {} : { responseBody: answer.text }),
  };
  return { diagnosis, ...(fault === undefined ? {} : { fault }) };
}

const NOTHING_ACCEPTED =
  'the receiver also rejected all variants: it has another secret, it compares timestamps in a unit that no delivery can ' +
  'meet, or something in front of it rejects requests (a password, an IP allowlist, a token; --header adds one)';

type Answered = Extract<DeliveryResponse, { readonly kind: 'answered' }>;

/** Whether the status is clear without further deliveries. */
const isFinal = ({ status }: Answered): boolean => (status >= 300 && status < 400) || [405, 429, 501].includes(status);

/** Explains a status if the receiver accepts nothing. */
function explainStatus(answer: Answered): string | undefined {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    const [, location = 'nowhere'] = headers.find(([name]) => name.toLowerCase() === 'location') ?? [];
    return `it redirects to ${location.slice(0, 200)}: senders do not follow redirects, so use the final URL`;
  }
  return STATUS_EXPLANATIONS[status];
}

const STATUS_EXPLANATIONS: Readonly<Record<number, string>> = {
  404: 'the path was not found: does the URL contain the path of the handler?',
  405: 'the path does not accept POST: does the URL contain the path of the handler?',
  410: 'the path is gone permanently: is this the URL of an old handler?',
  413: 'the receiver rejects a body of 1 KB as too large: allow at least 20 KB',
  415: 'the receiver does not accept the media type application/json',
  429: 'the receiver limits the request rate: wait, or exempt the webhook path from the limit',
  500: 'the handler fails at every delivery, genuine or not: see its log',
  501: 'the path does not accept POST: does the URL contain the path of the handler?',
};

const SLOW: UsualCause = {
  words: 'The handler processes the event before it responds, or never responds.',
  line: 'await work(event); res.status(204).end()',
  instead: 'await store(event); res.status(204).end(); void work(event)',
};

/** Statuses that no receiver may return for an ordinary delivery, with any secret. */
const FAULTS_BY_STATUS: Readonly<Record<number, UsualCause>> = {
  413: {
    words: 'The body limit is smaller than an ordinary delivery.',
    line: "express.raw({ type: '*/*', limit: '512b' })",
    instead: "express.raw({ type: '*/*', limit: '256kb' })",
  },
  415: {
    words: 'The handler does not accept the media type application/json.',
    line: "express.raw({ type: 'text/plain' })",
    instead: "express.raw({ type: 'application/json' })",
  },
  500: {
    words: 'The handler does not catch an exception: senders retry after 5xx for days and treat it as an outage.',
    line: 'timingSafeEqual(given, expected)  // throws when the lengths differ',
    instead: 'given.length === expected.length && timingSafeEqual(given, expected)',
  },
};

const readRedirect = ({ status }: Answered): UsualCause | undefined =>
  status < 300 || status >= 400
    ? undefined
    : {
        words: 'The URL redirects, and senders do not follow redirects: a redirect counts as a failure.',
        line: 'https://receiver.example/hooks',
        instead: 'https://receiver.example/hooks/',
      };

interface FoundCause {
  readonly words: string;
  readonly fault?: UsualCause;
}

/** Finds a delivery that the receiver accepts. */
async function findCause(context: ProbeContext, sendOne: SendDelivery): Promise<FoundCause | undefined> {
  const send = stopWhenBlocked(sendOne);
  for (const { description, fix, delivery } of listOtherDeliveries(context))
    if (isAccepted(await send(delivery))) return toFault(`it accepts ${description}`, fix);
  for (const mistake of listSigningMistakes(context.scheme)) {
    const delivery = createMistaken(context, mistake);
    if (delivery === undefined || !isAccepted(await send(delivery))) continue;
    const { description, fix, isConfiguration } = mistake;
    return isConfiguration === true ? { words: `found: ${description}` } : toFault(description, fix);
  }
  return (await distinguishesForgeries(context, send)) ? toFault(REJECTS_VALID, VALID_FIX) : undefined;
}

/** The number of missing or limited responses after which no further deliveries are sent. */
const MOST_MISSING = 3;

/** Sends nothing more to a receiver that blocks the sender. */
function stopWhenBlocked(send: SendDelivery): SendDelivery {
  let missing = 0;
  return async (delivery) => {
    if (missing >= MOST_MISSING) return { kind: 'dropped', words: 'not sent' };
    const answer = await send(delivery);
    if (answer.kind !== 'answered' || answer.status === 429) missing += 1;
    return answer;
  };
}

const REJECTS_VALID =
  'it recognises the signature, because a forged delivery gets another response, and rejects the genuine delivery nevertheless';
const VALID_FIX = { line: 'if (isValid(req) && isExpected(event)) accept()', instead: 'if (isValid(req)) accept()' };

/** Whether a genuine and a forged delivery of one event get responses that differ each time. */
async function distinguishesForgeries(context: ProbeContext, send: SendDelivery): Promise<boolean> {
  const event = context.event('diagnosis of the response');
  const genuine = createProbeDelivery(context, event);
  const forged = createProbeDelivery(context, event, { secrets: [context.otherSecret] });
  const responses: string[] = [];
  for (const delivery of [forged, genuine, forged, genuine]) {
    const answer = await send(delivery);
    responses.push(answer.kind === 'answered' ? `${answer.status} ${answer.text}` : answer.kind);
  }
  const [one, two, three, four] = responses;
  return one === three && two === four && one !== two;
}

const toFault = (description: string, fix: Pick<UsualCause, 'line' | 'instead'>): FoundCause => ({
  words: `found: ${description}`,
  fault: { words: `${description.charAt(0).toUpperCase()}${description.slice(1)}.`, ...fix },
});

/** Returns a delivery that a receiver with this mistake accepts; `undefined` if nothing differs from the control. */
function createMistaken(context: ProbeContext, { description, make }: SigningMistake): OutgoingDelivery | undefined {
  const { body, digest, aheadSeconds = 0, ...changed } = make(context);
  if (!canSign(changed)) return undefined;
  const event = context.event(description);
  const written = JSON.stringify(event);
  const delivery = createProbeDelivery({ ...context, ...changed }, event, {
    ...(body === undefined ? {} : { body: body(event), sentBody: written }),
    timestampSeconds: context.nowSeconds + aheadSeconds,
  });
  const signed =
    digest === undefined
      ? delivery
      : replaceSignatures(delivery, changed.scheme, [
          changed.scheme.prefix + digest(readFirstDigest(delivery, changed.scheme)),
        ]);
  return isEqual(signed, createProbeDelivery(context, event)) ? undefined : signed;
}

const isEqual = (one: OutgoingDelivery, other: OutgoingDelivery): boolean =>
  JSON.stringify(one.headers) === JSON.stringify(other.headers);

function canSign({ scheme, secret }: Pick<ProbeContext, 'scheme' | 'secret'>): boolean {
  try {
    return decodeSecret(scheme.secretForm, secret).length > 0;
  } catch {
    return false; // the secret is not valid in this form, so no receiver uses it this way
  }
}

/** Reports a clock of the receiver that differs by more than its tolerance, usually 300 s. */
function describeClockError({ headers }: Answered, nowMs: number, toleranceSeconds = 300): string | undefined {
  const [, date = ''] = headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
  const offSeconds = Math.round((Date.parse(date) - nowMs) / 1000);
  if (!(Math.abs(offSeconds) > toleranceSeconds - 2)) return undefined; // also where there is no date
  return `its clock is ${Math.abs(offSeconds)} s ${offSeconds > 0 ? 'fast' : 'slow'}, so every timestamp is too ${offSeconds > 0 ? 'old' : 'new'} for it`;
}
