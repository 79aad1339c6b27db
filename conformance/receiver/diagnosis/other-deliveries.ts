import type { ProbeContext, UsualCause } from '../core/probe.ts';
import { readState } from '../events/events.ts';
import { ID_FORMS } from '../probes/id-forms.ts';
import { createProbeDelivery, type OutgoingDelivery, readFirstDigest } from '../sending/outgoing-delivery.ts';
import { serialiseSorted } from './serialisers.ts';

/** A genuine delivery that differs from the control. If only it is accepted, the receiver rejects the control wrongly. */
export interface OtherDelivery {
  /** Completes the sentence "it accepts …". */
  readonly description: string;
  readonly fix: Pick<UsualCause, 'line' | 'instead'>;
  readonly delivery: OutgoingDelivery;
}

const TYPE_FIX = { line: 'const state = event.incident.state', instead: 'const state = event.incident?.state' };
const ID_FIX = { line: 'if (!isUuid(id)) reject()', instead: 'if (!id) reject()' };
const HEADER_FIX = {
  line: "if (!/svix/i.test(req.headers['user-agent'])) reject()",
  instead: 'if (!isValid(req)) reject()',
};
const BODY_FIX = { line: 'schema.strict().parse(event)', instead: 'schema.parse(event)' };
const DIGEST_FIX = { line: '/v1,(\\w+=*)/.exec(header)', instead: "header.split(' ').some(isValid)" };

/** Lists genuine deliveries with other content, ids, headers and signatures than the control. */
export function listOtherDeliveries(context: ProbeContext): readonly OtherDelivery[] {
  const control = context.event('valid');
  const create = (name: string) => context.event(`diagnosis ${name}`);
  const byType = context.everyType('diagnosis').map((event) => {
    const state = readState(event);
    return {
      description: `${event.type}${typeof state === 'string' ? ` ${state}` : ''} and rejects ${control.type}; acknowledge types and states that you do not use`,
      fix: TYPE_FIX,
      delivery: createProbeDelivery(context, event),
    };
  });
  const byId = Object.entries(ID_FORMS).map(([form, toId]) => {
    const event = create(form);
    return {
      description: `an id that is ${form} and rejects ${control.id}; an id is any text`,
      fix: ID_FIX,
      delivery: createProbeDelivery(context, { ...event, id: toId(event.id) }),
    };
  });
  const byHeader = Object.entries(OTHER_HEADERS).map(([form, change]) => ({
    description: `a delivery ${form}, and rejects it otherwise`,
    fix: HEADER_FIX,
    delivery: change(createProbeDelivery(context, create(form))),
  }));
  const byBody = Object.entries(OTHER_BODIES).map(([form, write]) => {
    const event = create(form);
    return {
      description: `an event ${form} and rejects the same event otherwise; ignore what you do not use`,
      fix: BODY_FIX,
      delivery: createProbeDelivery(context, event, { body: write(event) }),
    };
  });
  return [...byType, ...byId, ...byHeader, ...byBody, ...listPlainSignatures(context)];
}

const withUserAgent =
  (agent: string) =>
  (delivery: OutgoingDelivery): OutgoingDelivery => ({
    ...delivery,
    headers: [['User-Agent', agent], ...delivery.headers],
  });

const changeNames =
  (change: (name: string) => string) =>
  (delivery: OutgoingDelivery): OutgoingDelivery => ({
    ...delivery,
    headers: delivery.headers.map(([name, value]) => [change(name), value]),
  });

const withHeader =
  (name: string, value: string) =>
  (delivery: OutgoingDelivery): OutgoingDelivery => ({
    ...delivery,
    headers: [...delivery.headers.filter(([own]) => own.toLowerCase() !== name), [name, value]],
  });

const OTHER_HEADERS: Readonly<Record<string, (delivery: OutgoingDelivery) => OutgoingDelivery>> = {
  'from the user agent Standard-Webhooks/1.0': withUserAgent('Standard-Webhooks/1.0'),
  'from the user agent Svix-Webhooks/1.64': withUserAgent('Svix-Webhooks/1.64.0 (sender-9YMgn; +https://svix.com)'),
  'from the user agent of a browser': withUserAgent('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'),
  'from the user agent curl': withUserAgent('curl/8.14.1'),
  'with capitalised header names': changeNames((name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
  'with header names in upper case': changeNames((name) => name.toUpperCase()),
  'with charset=utf-8 in its media type': withHeader('content-type', 'application/json; charset=utf-8'),
  'with the media type text/plain': withHeader('content-type', 'text/plain'),
  'with an Accept header': withHeader('accept', '*/*'),
  'with its headers in another order': (delivery) => ({ ...delivery, headers: delivery.headers.toReversed() }),
};

type IsKept = (value: unknown) => boolean;

const keepMembers = (value: unknown, isKept: IsKept): unknown => {
  if (Array.isArray(value)) return value.map((item) => keepMembers(item, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => isKept(own))
      .map(([name, own]) => [name, keepMembers(own, isKept)]),
  );
};

const isFilled: IsKept = (value) =>
  value !== null &&
  value !== 0 &&
  value !== '' &&
  value !== false &&
  !(typeof value === 'object' && Object.keys(value).length === 0);

const OTHER_BODIES: Readonly<Record<string, (event: object) => string>> = {
  'without null': (event) => JSON.stringify(keepMembers(event, (value) => value !== null)),
  'without null, 0, false and empty values': (event) => JSON.stringify(keepMembers(event, isFilled)),
  'without fractions': (event) =>
    JSON.stringify(keepMembers(event, (value) => typeof value !== 'number' || Number.isInteger(value))),
  'without numbers': (event) => JSON.stringify(keepMembers(event, (value) => typeof value !== 'number')),
  'without booleans': (event) => JSON.stringify(keepMembers(event, (value) => typeof value !== 'boolean')),
  'without lists': (event) => JSON.stringify(keepMembers(event, (value) => !Array.isArray(value))),
  'without nested objects': (event) =>
    JSON.stringify(keepMembers(event, (value) => typeof value !== 'object' || value === null)),
  'with few members': (event) => {
    const { id, type, timestamp, data }: Record<string, unknown> = Object(event);
    return JSON.stringify({ id, type, timestamp, data });
  },
  'with three members': (event) => {
    const { id, type, timestamp }: Record<string, unknown> = Object(event);
    return JSON.stringify({ id, type, timestamp });
  },
  'with its type first': (event) => JSON.stringify({ type: Object(event).type, ...event }),
  'with its members in reverse order': (event) => JSON.stringify(Object.fromEntries(Object.entries(event).reverse())),
  'with its members in alphabetical order': serialiseSorted,
  'with indentation': (event) => JSON.stringify(event, null, 2),
  'with ASCII characters only': (event) => JSON.stringify(event).replaceAll(/[^\u0020-\u007e]/g, 'x'),
};

/** More than enough events to find a signature without special characters. */
const MOST_TRIES = 400;

/** Returns a delivery whose signature contains only letters and digits before its padding. */
function listPlainSignatures(context: ProbeContext): OtherDelivery[] {
  if (context.scheme.encoding === 'hex') return [];
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const delivery = createProbeDelivery(context, context.event(`a plain signature ${attempt}`));
    if (/^[A-Za-z0-9]+=*$/.test(readFirstDigest(delivery, context.scheme)))
      return [
        {
          description:
            'signatures without the special characters of base64 and rejects those with them; use the whole digest',
          fix: DIGEST_FIX,
          delivery,
        },
      ];
  }
  return [];
}
