import { findNearestName } from '../../../../base/nearest-name.ts';
import { omitUndefined } from '../../../../base/omit-undefined.ts';
import { listDeliveredTypes, listMatchingDeliveredTypes } from '../../../../spec/event-types.ts';
import { operations } from '../../../../spec/index.ts';
import { sandboxOperations } from '../../../../spec/sandbox-contract.ts';
import type { Fault } from '../../../problems/problem.ts';
import { createUnknownTypeFault } from '../../../problems/unknown-names.ts';
import type { ControlContext } from '../../../sandbox-contract.ts';
import { type FaultDefinition, type FaultEffect, isAboutDeliveries } from '../../../world/state/fault-rules.ts';
import { misbehaviours } from '../state/misbehaviours.ts';

/** Returns the faults of a rule that its schema cannot express, with pointers relative to the rule. */
export const listRuleFaults = (
  controlContext: ControlContext,
  definition: FaultDefinition,
): readonly (Fault & { readonly pointer: string })[] =>
  [
    ...listForeignConditions(definition),
    ...listConditionFaults(controlContext, definition),
    ...listEffectFaults(definition.effect),
  ].map(([pointer, fault]) => ({ pointer, ...fault }));

type PlacedFault = readonly [pointer: string, fault: Omit<Fault, 'pointer'>];

const unknown = (detail: string, known: Pick<Fault, 'allowed' | 'nearest'> = {}): Omit<Fault, 'pointer'> => ({
  code: 'unknown_value',
  detail,
  ...known,
});

/** The control plane must stay reachable, so that the rules can be removed. */
const NEVER_CONTROL = 'No rule matches the control plane';

function* listConditionFaults(
  { views }: ControlContext,
  { operation, path, user_id: userId, key_id: keyId, event_type: eventType }: FaultDefinition,
): Generator<PlacedFault> {
  if (operation !== undefined && !Object.hasOwn(operations, operation))
    yield ['/operation', findOperationFault(operation)];
  if (path !== undefined) {
    const detail = findPathFault(path);
    if (detail !== undefined) yield ['/path', unknown(detail)];
  }
  if (eventType !== undefined && listMatchingDeliveredTypes(eventType).length === 0)
    yield ['/event_type', createUnknownTypeFault({}, eventType, listDeliveredTypes())];
  if (userId !== undefined && !views.some(({ tenant }) => tenant.users.some((user) => user.userId === userId)))
    yield ['/user_id', { code: 'unknown_user', detail: 'There is no such user. GET /sandbox/users lists the users.' }];
  if (keyId !== undefined && !/^key_[0-9a-z]{8}$/.test(keyId))
    yield [
      '/key_id',
      unknown('Expected the id of an issued key, such as key_3k9v0q2m. GET /sandbox/keys lists the keys.'),
    ];
}

const CONDITIONS_OF_REQUESTS = ['operation', 'path', 'method', 'user_id', 'key_id', 'preference'] as const;
const CONDITIONS_OF_DELIVERIES = ['event_type', 'destination_id'] as const;

/** Yields conditions on requests of a rule about deliveries, and the other way round. */
function* listForeignConditions(definition: FaultDefinition): Generator<PlacedFault> {
  const ofDeliveries = isAboutDeliveries(definition);
  const allowed = ofDeliveries ? CONDITIONS_OF_DELIVERIES : CONDITIONS_OF_REQUESTS;
  for (const name of ofDeliveries ? CONDITIONS_OF_REQUESTS : CONDITIONS_OF_DELIVERIES)
    if (definition[name] !== undefined)
      yield [
        `/${name}`,
        {
          code: 'unknown_member',
          detail: `The effect ${definition.effect.type} is about ${ofDeliveries ? 'deliveries' : 'requests'}. Expected conditions ${allowed.join(', ')}.`,
          allowed: [...allowed],
        },
      ];
}

function findOperationFault(operation: string): Omit<Fault, 'pointer'> {
  const allowed = Object.keys(operations);
  if (Object.hasOwn(sandboxOperations, operation))
    return unknown(`${NEVER_CONTROL}: expected an operation of the service, such as ${allowed[0]}.`);
  const nearest = findNearestName(operation, allowed);
  const hint = nearest === undefined ? `expected one of ${allowed.join(', ')}` : `did you mean ${nearest}?`;
  return unknown(`The service has no such operation: ${hint}${hint.endsWith('?') ? '' : '.'}`, {
    allowed,
    ...omitUndefined({ nearest }),
  });
}

/** Returns what is wrong with a path: a rule that can never match is a mistake. */
function findPathFault(path: string): string | undefined {
  if (/^\/sandbox(\/|$)/.test(path))
    return `${NEVER_CONTROL}: expected a path of the service, such as /v1/transactions.`;
  const segments = path.split('/');
  const isKnown = Object.values(operations).some((operation) => fitsTemplate(segments, operation.path.split('/')));
  return isKnown
    ? undefined
    : 'No operation of the service has such a path. Expected one such as /v1/terminals/*/commands, without a query; * matches one segment.';
}

const fitsTemplate = (segments: readonly string[], template: readonly string[]): boolean =>
  segments.length === template.length &&
  segments.every((segment, index) => {
    const expected = template[index] ?? '';
    return segment === '*' || expected === segment || (segment !== '' && expected.includes('{'));
  });

type EffectMember = Exclude<keyof FaultEffect, 'type'>;

/** The members of each type of effect, and those without which it has no meaning. */
const membersOfType: Readonly<
  Record<FaultEffect['type'], { readonly allowed: readonly EffectMember[]; readonly required?: EffectMember }>
> = {
  status: {
    allowed: ['status', 'body', 'retry_after_seconds', 'retry_after_form', 'handles_request'],
    required: 'status',
  },
  redirect: { allowed: ['status', 'location', 'handles_request'], required: 'location' },
  delay: { allowed: [], required: 'delay_ms' },
  slow_body: { allowed: ['duration_ms'], required: 'duration_ms' },
  connection_reset: { allowed: ['at', 'handles_request'] },
  body_cut: { allowed: [] },
  wrong_length: { allowed: ['by_bytes'] },
  invalid_json: { allowed: [] },
  wrong_media_type: { allowed: ['media_type'] },
  stale_etag: { allowed: [] },
  misbehaviour: { allowed: ['misbehaviour'], required: 'misbehaviour' },
  webhook_duplicate: { allowed: [] },
  webhook_late: { allowed: ['late_seconds'], required: 'late_seconds' },
  webhook_reordered: { allowed: [] },
};

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function* listEffectFaults(effect: FaultEffect): Generator<PlacedFault> {
  const { allowed, required } = membersOfType[effect.type];
  if (required !== undefined && effect[required] === undefined)
    yield [`/effect/${required}`, { code: 'missing', detail: `The effect ${effect.type} needs ${required}.` }];
  for (const member of Object.keys(effect) as (keyof FaultEffect)[]) // validated members only
    if (member !== 'type' && !allowed.includes(member) && (member !== 'delay_ms' || isAboutDeliveries({ effect })))
      yield [`/effect/${member}`, describeUnexpected(effect.type, member)];
  yield* listValueFaults(effect);
}

function describeUnexpected(type: FaultEffect['type'], member: EffectMember): Omit<Fault, 'pointer'> {
  const common = isAboutDeliveries({ effect: { type } }) ? ['type'] : ['type', 'delay_ms'];
  const allowed = [...common, ...membersOfType[type].allowed];
  return {
    code: 'unknown_member',
    detail: `The effect ${type} has no ${member}. Expected ${allowed.join(', ')}.`,
    allowed,
  };
}

function* listValueFaults(effect: FaultEffect): Generator<PlacedFault> {
  const { type, status, location, by_bytes: byBytes, media_type: mediaType, misbehaviour } = effect;
  if (type === 'status' && status !== undefined && status < 400)
    yield [
      '/effect/status',
      { code: 'out_of_range', detail: 'Expected a status from 400 to 599; use the effect redirect for 3xx.' },
    ];
  if (type === 'redirect' && status !== undefined && !REDIRECTS.includes(status))
    yield ['/effect/status', unknown(`Expected one of ${REDIRECTS.join(', ')}.`, { allowed: REDIRECTS.map(String) })];
  if (effect.retry_after_form !== undefined && effect.retry_after_seconds === undefined)
    yield ['/effect/retry_after_form', { code: 'unknown_member', detail: 'Expected retry_after_seconds with it.' }];
  if (location !== undefined && !isLocation(location))
    yield [
      '/effect/location',
      {
        code: 'wrong_format',
        detail: 'Expected a URL that starts with http:// or https://, or a path that starts with /.',
      },
    ];
  if (byBytes === 0) yield ['/effect/by_bytes', { code: 'out_of_range', detail: 'Expected a difference, not 0.' }];
  if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType))
    yield [
      '/effect/media_type',
      { code: 'wrong_format', detail: 'Expected a media type such as text/html; charset=utf-8.' },
    ];
  if (
    effect.handles_request !== undefined &&
    type === 'connection_reset' &&
    (effect.at ?? 'before_head') !== 'before_head'
  )
    yield [
      '/effect/handles_request',
      {
        code: 'unknown_member',
        detail: 'Expected it only with at: before_head. Later resets always follow the handling.',
      },
    ];
  if (misbehaviour !== undefined && !Object.hasOwn(misbehaviours, misbehaviour)) {
    const allowed = Object.keys(misbehaviours);
    yield ['/effect/misbehaviour', unknown(`Expected one of ${allowed.join(', ')}.`, { allowed })];
  }
}

/** Printable ASCII, so that it is valid in a header. */
const isLocation = (text: string): boolean =>
  /^[\x21-\x7e]+$/.test(text) && (text.startsWith('/') || (/^https?:\/\//i.test(text) && URL.canParse(text)));

/** @see RFC 9110, 8.3.1 */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w-]+=(?:[\w.-]+|"[ !#-~]*"))*$/;
