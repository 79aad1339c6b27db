import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { shortId } from '../named-by-part.ts';
import { printable } from '../printable.ts';

/* How destinations read. What users named comes from the sandbox, and is made printable. */

type Destination = SandboxSchemas['Destination'];

/** All of them, one below the other. */
export const destinationsText = ({ data }: SandboxSchemas['DestinationList']): string =>
  data.length === 0
    ? 'No destination. Register one with fleetkit destinations add URL, or add --inbox.'
    : data.map(destinationText).join('\n\n');

/** A destination: where to, which events, what signs, how it has been doing. */
export function destinationText(destination: Destination): string {
  const { destination_id: id, kind, url, url_advice: advice, name, header_names: headers } = destination;
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['name', name === url ? [] : [name]],
    ['account', [destination.account_id]],
    ['to', [kind === 'url' ? (url ?? '') : kind === 'inbox' ? `${url} (an inbox)` : 'a listener, which fetches']],
    ['', advice === null ? [] : [`It would be refused at the moment: ${advice}`]],
    ['headers', headers.length === 0 ? [] : [`${headers.join(', ')} (values are not shown)`]],
    ['retries', [destination.retry_profile]],
    ['signed with', [signersText(destination.secret)]],
    ['sent', subscriptionLines(destination.subscriptions)],
    ['so far', [healthText(destination.health)]],
    ['', destination.status === 'disabled' ? wayBack(shortId(id)) : []],
  ];
  return [
    `${id}  ${statusText(destination)}`,
    ...rows.flatMap(([label, lines]) =>
      lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(13)}${printable(line)}`),
    ),
  ].join('\n');
}

const statusText = ({ status, disabled_reason: reason }: Destination): string =>
  reason === null ? status : `${status}: ${REASONS[reason]}`;

const REASONS = {
  user: 'by a user',
  gone: 'the receiver answered 410 Gone',
  failing: 'it took nothing for a long time',
  not_allowed: 'its address may not be reached',
} as const;

const wayBack = (id: string): readonly string[] => [
  `to send again from then on: fleetkit destinations enable ${id}`,
  `then, what was skipped:     fleetkit destinations recover ${id} --since 2h`,
];

/** By which secrets, by their fingerprints. */
export const signersText = ({ fingerprint, previous }: SandboxSchemas['SecretState']): string =>
  [fingerprint, ...previous.map((old) => `${old.fingerprint} until ${old.expires_at}`)].join(', ');

const subscriptionLines = (subscriptions: Destination['subscriptions']): readonly string[] =>
  subscriptions.length === 0
    ? ['nothing: there is no subscription']
    : subscriptions.map((one) => `${shortId(one.subscription_id)}  ${subscriptionText(one)}`);

/** Which events, of whom. */
export function subscriptionText({
  types,
  states,
  terminal_id: terminal,
  account_id: account,
}: SandboxSchemas['Subscription']): string {
  const turns = states === null ? '' : `, when ${states.join(' or ')}`;
  return `${types === null ? 'every event' : types.join(', ')} of ${terminal ?? account}${turns}`;
}

function healthText(health: Destination['health']): string {
  const { failing_since: since, last_success_at: taken, last_error: error } = health;
  if (since !== null) return `failing since ${since}${error === null ? '' : `: ${error}`}`;
  return taken === null ? 'nothing taken yet' : `well; took something last at ${taken}`;
}

/** What an inbox got, newest first, and what it is going to answer. */
export function inboxText(
  { url, messages, answers, answers_used: used }: SandboxSchemas['Inbox'],
  plan: string,
): string {
  const told = answers.length === 0 ? 'It answers 200.' : `It answers ${plan}; ${used} of that so far.`;
  return [
    `${url}`,
    `${messages.length === 0 ? 'Nothing yet' : counted(messages.length, 'request')}. ${told}`,
    ...messages.flatMap(messageLines),
  ].join('\n');
}

function messageLines(message: SandboxSchemas['InboxMessage']): readonly string[] {
  const { sandbox_at: at, type, event_id: id, signature, answer } = message;
  const answered = answer.never === true ? 'was not answered' : `was answered ${answer.status ?? 200}`;
  return [
    printable(`${at}  ${type ?? 'no event'}  ${id ?? 'without an id'}  ${answered}`),
    printable(`  ${signature.verified ? 'signature ok' : 'signature WRONG'}: ${signature.message}`),
  ];
}

/** `1 request`, `3 requests`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
