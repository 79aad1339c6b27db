import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration, toIsoDuration } from '../../../base/durations.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import type { NewFaultRule } from '../../library/client/faults.ts';
import { type ConnectionOptions, createClientCommand, runAndPrint } from '../shared/client.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { createWholeNumberParser } from '../shared/options/whole-number.ts';
import { formatRule } from './format-rule.ts';

const ADD_REQUEST = {
  operations: ['addFaultRule'],
  names: {
    '/operation': '--operation',
    '/path': '--path',
    '/method': '--method',
    '/user_id': '--user',
    '/key_id': '--issued-key',
    '/event_type': '--event',
    '/destination_id': '--destination',
    '/preference': '--prefer',
    '/nth': '--nth',
    '/probability': '--probability',
    '/seed': '--seed',
    '/effect/type': 'EFFECT',
    '/effect/status': '--status',
    '/effect/body': '--html',
    '/effect/retry_after_seconds': '--retry-after',
    '/effect/retry_after_form': '--retry-after-date',
    '/effect/location': '--location',
    '/effect/handles_request': '--handles-request',
    '/effect/delay_ms': '--delay',
    '/effect/duration_ms': '--duration',
    '/effect/at': '--at',
    '/effect/by_bytes': '--by-bytes',
    '/effect/media_type': '--media-type',
    '/effect/late_seconds': '--late',
    '/effect/misbehaviour': '--misbehaviour',
  },
} as const satisfies RequestNames;

type Effect = NewFaultRule['effect'];

interface AddOptions extends ConnectionOptions {
  readonly operation?: string;
  readonly path?: string;
  readonly method?: NonNullable<NewFaultRule['method']>;
  readonly user?: string;
  readonly issuedKey?: string;
  readonly event?: string;
  readonly destination?: string;
  readonly prefer?: string;
  readonly nth?: number[];
  readonly probability?: number;
  readonly seed?: number;
  readonly status?: number;
  readonly html?: true;
  readonly retryAfter?: number;
  readonly retryAfterDate?: true;
  readonly location?: string;
  readonly handlesRequest?: true;
  /** Milliseconds. */
  readonly delay?: number;
  /** Milliseconds. */
  readonly duration?: number;
  readonly at?: NonNullable<Effect['at']>;
  readonly byBytes?: number;
  readonly mediaType?: string;
  /** Seconds. */
  readonly late?: number;
  readonly misbehaviour?: string;
}

/** `fleetkit faults add`. */
export const createAddCommand = (): Command =>
  addEffectOptions(addConditionOptions(createClientCommand('add', ADD_REQUEST)))
    .description('add a rule after the others')
    .argument(
      '<effect>',
      'status, redirect, delay, slow_body, connection_reset, body_cut, wrong_length, invalid_json, wrong_media_type, stale_etag, misbehaviour, webhook_duplicate, webhook_late or webhook_reordered',
    )
    .action((effect: Effect['type'], options: AddOptions) =>
      runAndPrint(
        options,
        (send) => createCall(send, ADD_REQUEST)('addFaultRule', { body: createRule(effect, options) }),
        { asText: formatRule },
      ),
    );

const addConditionOptions = (command: Command): Command =>
  command
    .option('--operation <id>', 'only requests for this operation, such as listTransactions')
    .option('--path <path>', 'only requests for this path; * matches one segment')
    .addOption(new Option('--method <method>', 'only this method').choices(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    .option('--user <id>', 'only requests with a key of this user')
    .option('--issued-key <id>', 'only requests with this issued key, such as key_3k9v0q2m')
    .option('--event <type>', 'only deliveries of events of this type, such as cash_low or cash_*')
    .option('--destination <id>', 'only deliveries to this destination')
    .option('--prefer <name>', 'only requests with the header Prefer: fault=NAME')
    .option(
      '--nth <numbers>',
      'which requests of each operation and key fail, such as 1,2 (default: each)',
      parseNumbers,
    )
    .option('--probability <share>', 'share of these that fail, such as 0.1 (default: 1)', parseShare)
    .option(
      '--seed <number>',
      'decides which (default: the seed of the sandbox)',
      createWholeNumberParser(0, 4_294_967_295),
    );

const addEffectOptions = (command: Command): Command =>
  command
    .option('--status <status>', 'status of the response', createWholeNumberParser(300, 599))
    .option('--html', 'reply with the HTML page of a gateway instead of a problem document')
    .option('--retry-after <seconds>', 'add Retry-After', createWholeNumberParser(0, 86_400))
    .option('--retry-after-date', 'write Retry-After as a date')
    .option('--location <url>', 'where a redirect leads')
    .option('--handles-request', 'handle the request, and lose only its response')
    .option('--delay <duration>', 'wait first, such as 500ms or 2s', parseMs)
    .option('--duration <duration>', 'how long a slow body takes', parseMs)
    .addOption(
      new Option('--at <place>', 'when the connection is reset').choices(['before_head', 'within_head', 'after_head']),
    )
    .option('--by-bytes <bytes>', 'how much longer Content-Length is than the body, or shorter', parseDifference)
    .option('--media-type <type>', 'the wrong value of Content-Type')
    .option('--late <duration>', 'how much later a delivery is due, such as 1h', parseSeconds)
    .option('--misbehaviour <name>', 'the misbehaviour, such as limit_off_by_one');

function createRule(type: Effect['type'], options: AddOptions): NewFaultRule {
  const { operation, path, method, user, issuedKey, event, destination, prefer, nth, probability, seed } = options;
  return omitUndefined({
    ...{ operation, path, method, nth, probability, seed },
    user_id: user,
    key_id: issuedKey,
    event_type: event,
    destination_id: destination,
    preference: prefer,
    effect: createEffect(type, options),
  });
}

const createEffect = (type: Effect['type'], options: AddOptions): Effect =>
  omitUndefined({
    type,
    status: options.status,
    body: options.html === true ? ('html' as const) : undefined,
    retry_after_seconds: options.retryAfter,
    retry_after_form: options.retryAfterDate === true ? ('date' as const) : undefined,
    location: options.location,
    handles_request: options.handlesRequest,
    delay_ms: options.delay,
    duration_ms: options.duration,
    at: options.at,
    by_bytes: options.byBytes,
    media_type: options.mediaType,
    late_seconds: options.late,
    misbehaviour: options.misbehaviour,
  });

const parseNumber = createWholeNumberParser(1, 1_000_000);
const parseNumbers = (text: string): number[] => text.split(',').map((part) => parseNumber(part.trim()));

function parseShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share > 0 && share <= 1) return share;
  throw new InvalidArgumentError('Expected a number greater than 0 and at most 1, such as 0.1.');
}

function parseDifference(text: string): number {
  if (/^[+-]?\d{1,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of bytes, such as 1 or -1.');
}

/** Parses a duration, such as `500ms`, `2s` or ISO 8601, to milliseconds. */
function parseMs(text: string): number {
  const milliseconds = /^(\d{1,6})ms$/.exec(text)?.[1];
  const ms = milliseconds === undefined ? parseDuration(toIsoDuration(text) ?? '') : Number(milliseconds);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Expected a duration such as 500ms or 2s.');
}
