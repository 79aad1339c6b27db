import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toPrintable } from '../shared/printable.ts';
import { toShortId } from '../shared/short-ids.ts';

/* Formats destinations as text. Names from the sandbox are made printable. */

type Destination = SandboxSchemas['Destination'];

/** Formats a list of destinations. */
export const formatDestinations = ({ data }: SandboxSchemas['DestinationList']): string =>
  data.length === 0
    ? 'No destinations. Add one: fleetkit destinations add URL, or fleetkit destinations add --inbox'
    : data.map(formatDestination).join('\n\n');

/** Formats a destination: address, events, secrets, health. */
export function formatDestination(destination: Destination): string {
  const { destination_id: id, kind, url, url_advice: advice, name, header_names: headers } = destination;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['name', name === url ? [] : [name]],
    ['account', [destination.account_id]],
    [
      'to',
      [kind === 'url' ? (url ?? '') : kind === 'inbox' ? `${url} (an inbox)` : 'a listener (fetches its deliveries)'],
    ],
    ['', advice === null ? [] : [`This URL is not allowed at present: ${advice}`]],
    ['headers', headers.length === 0 ? [] : [`${headers.join(', ')} (values are not shown)`]],
    ['retries', [destination.retry_profile]],
    ['signed with', [formatFingerprints(destination.secret)]],
    ['events', formatSubscriptions(destination.subscriptions)],
    ['health', [formatHealth(destination.health)]],
    ['', destination.status === 'disabled' ? formatRecoveryCommands(toShortId(id)) : []],
  ];
  return [
    `${id}  ${formatStatus(destination)}`,
    ...rows.flatMap(([label, lines]) =>
      lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(13)}${toPrintable(line)}`),
    ),
  ].join('\n');
}

const formatStatus = ({ status, disabled_reason: reason }: Destination): string =>
  reason === null ? status : `${status}: ${REASONS[reason]}`;

const REASONS = {
  user: 'by a user',
  gone: 'the receiver answered 410 Gone',
  failing: 'no delivery succeeded for a long time',
  not_allowed: 'its address is not allowed',
} as const;

const formatRecoveryCommands = (id: string): readonly string[] => [
  `resume deliveries:     fleetkit destinations enable ${id}`,
  `then replay skipped:   fleetkit destinations recover ${id} --since 2h`,
];

/** Lists the fingerprints of the signing secrets. */
export const formatFingerprints = ({ fingerprint, previous }: SandboxSchemas['SecretState']): string =>
  [fingerprint, ...previous.map((old) => `${old.fingerprint} until ${old.expires_at}`)].join(', ');

const formatSubscriptions = (subscriptions: Destination['subscriptions']): readonly string[] =>
  subscriptions.length === 0
    ? ['none: no subscription']
    : subscriptions.map((one) => `${toShortId(one.subscription_id)}  ${formatSubscription(one)}`);

/** Describes a subscription. */
export function formatSubscription({
  types,
  states,
  terminal_id: terminal,
  account_id: account,
}: SandboxSchemas['Subscription']): string {
  const turns = states === null ? '' : `, when ${states.join(' or ')}`;
  return `${types === null ? 'all events' : types.join(', ')} of ${terminal ?? account}${turns}`;
}

function formatHealth(health: Destination['health']): string {
  const { failing_since: since, last_success_at: succeededAt, last_error: error } = health;
  if (since !== null) return `failing since ${since}${error === null ? '' : `: ${error}`}`;
  return succeededAt === null ? 'no successful delivery yet' : `ok, last successful delivery at ${succeededAt}`;
}

/** Formats the requests that an inbox received, newest first, and its next answers. */
export function formatInbox(
  { url, messages, answers, answers_used: used }: SandboxSchemas['Inbox'],
  plan: string,
): string {
  const answersText = answers.length === 0 ? 'Answers: 200.' : `Answers: ${plan} (${used} used).`;
  return [
    `${url}`,
    `${messages.length === 0 ? 'No requests yet' : formatCount(messages.length, 'request')}. ${answersText}`,
    ...messages.flatMap(formatMessage),
  ].join('\n');
}

function formatMessage(message: SandboxSchemas['InboxMessage']): readonly string[] {
  const { sandbox_at: at, type, event_id: id, signature, answer } = message;
  const answered = answer.never === true ? 'no answer' : `answered ${answer.status ?? 200}`;
  return [
    toPrintable(`${at}  ${type ?? 'no event'}  ${id ?? 'without an id'}  ${answered}`),
    toPrintable(`  ${signature.verified ? 'signature ok' : 'signature WRONG'}: ${signature.message}`),
  ];
}

/** `1 request`, `3 requests`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
