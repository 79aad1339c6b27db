import type { SandboxOperationId } from '../../../spec/sandbox-contract.ts';

/** The operations that a command calls, and the option or argument that sets each part of the request. */
interface CommandNames {
  readonly operations: readonly SandboxOperationId[];
  /** By JSON pointer into the body, or name of a query parameter; `*` matches any one segment. Arguments are in capitals. */
  readonly names: OptionNames;
  /** Options that are not sent, so that no refusal concerns them. */
  readonly local?: readonly string[];
}

export type OptionNames = Readonly<Record<string, string>>;

const FILTERS = {
  destination_id: '--destination',
  type: '--type',
  terminal_id: '--terminal',
  event_id: '--event',
  state: '--state',
  status_class: '--status',
  since: '--since',
  until: '--until',
};

/** Every command that calls a running sandbox. Error messages name the option that was typed, not the member that was sent. */
export const optionNames = {
  'clock show': { operations: ['getClock'], names: {} },
  'clock advance': { operations: ['advanceClock'], names: { '/by': 'DURATION' } },
  'clock set': { operations: ['setClock'], names: { '/to': 'INSTANT' } },
  'clock run': { operations: ['runClock'], names: { '/speed': 'SPEED' } },
  'clock freeze': { operations: ['freezeClock'], names: {} },
  'deliveries explain': {
    operations: ['explainDelivery'],
    names: {
      '/attempt': '--attempt',
      '/body_base64': '--body',
      '/signature': '--signature',
      '/secret': '--secret or --secret-env',
      '/timestamp': '--timestamp',
      '/id': '--id',
    },
  },
  'deliveries list': {
    operations: ['listDeliveries'],
    names: { ...FILTERS, limit: '--limit', cursor: '--cursor' },
  },
  'deliveries replay': { operations: ['listDeliveries', 'replayDelivery'], names: FILTERS, local: ['--dry-run'] },
  'deliveries show': { operations: ['getDelivery'], names: {} },
  'deliveries wait': { operations: ['listDeliveries'], names: FILTERS, local: ['--timeout'] },
  'destinations add': {
    operations: ['createDestination'],
    names: {
      '/url': 'URL',
      '/inbox': '--inbox',
      '/listener': '--listener',
      '/account_id': '--account',
      '/name': '--name',
      '/headers': '--header',
      '/retry_profile': '--profile',
      '/secret': '--secret',
      '/subscriptions/*/types': '--types',
      '/subscriptions/*/terminal_id': '--terminal',
      '/subscriptions/*/states': '--states',
    },
    local: ['--print-secret'],
  },
  'destinations change': {
    operations: ['changeDestination'],
    names: { '/url': '--to', '/name': '--name', '/headers': '--header', '/retry_profile': '--profile' },
  },
  'destinations disable': { operations: ['disableDestination'], names: {} },
  'destinations enable': { operations: ['enableDestination'], names: {} },
  'destinations expire': { operations: ['expireSecrets'], names: {} },
  'destinations inbox': { operations: ['setInboxAnswers'], names: { '/answers': '--answers' }, local: ['--empty'] },
  'destinations list': { operations: ['listDestinations'], names: {} },
  'destinations pause': { operations: ['pauseDestination'], names: {} },
  'destinations recover': {
    operations: ['recoverDestination'],
    names: { '/since': '--since', '/until': '--until', '/dry_run': '--dry-run' },
    local: ['--missed', '--delivered'],
  },
  'destinations remove': { operations: ['deleteDestination'], names: {} },
  'destinations resume': { operations: ['resumeDestination'], names: {} },
  'destinations rotate': {
    operations: ['rotateSecret'],
    names: { '/overlap_seconds': '--overlap', '/secret': '--secret' },
    local: ['--print-secret'],
  },
  'destinations secret': { operations: ['revealSecret'], names: {} },
  'destinations show': { operations: ['listDestinations'], names: {} },
  'destinations subscribe': {
    operations: ['createSubscription'],
    names: { '/types': '--types', '/terminal_id': '--terminal', '/states': '--states', '/account_id': '--account' },
  },
  'destinations test': {
    operations: ['testDestination'],
    names: { '/type': '--type', '/terminal_id': '--terminal' },
  },
  'destinations unsubscribe': { operations: ['deleteSubscription'], names: {} },
  events: {
    operations: ['listEvents'],
    names: { type: '--type', terminal_id: '--terminal', limit: '--limit', cursor: '--cursor' },
  },
  'journal export': { operations: ['exportJournal'], names: {} },
  'journal import': { operations: ['importJournal'], names: {} },
  listen: {
    operations: ['createDestination', 'createSubscription', 'changeDestination', 'rotateSecret', 'recoverDestination'],
    names: {
      '/account_id': '--account',
      '/subscriptions/*/terminal_id': '--terminal',
      '/subscriptions/*/types': '--types',
      '/terminal_id': '--terminal',
      '/types': '--types',
      '/retry_profile': '--retry-profile',
      '/secret': '--secret',
      '/since': '--since',
    },
    local: [
      ...['--forward-to', '--destination', '--from-start', '--print-secret', '--secret-file', '--header'],
      ...['--forward-timeout', '--insecure', '--format', '--exit-after', '--timeout'],
    ],
  },
  play: { operations: [], names: {}, local: ['--list', '--reset', '--pause'] },
  reset: {
    operations: ['resetSandbox'],
    names: { '/tenant_id': '--tenant', '/new_ids': '--new-ids', '/keep_destinations': '--keep-destinations' },
  },
  trigger: {
    operations: ['provokeEvent'],
    names: {
      '/event_type': 'EVENT',
      '/terminal_id': '--terminal',
      '/connector_id': '--connector',
      '/account_id': '--account',
      '/parameters': '--set',
      '/resolve': '--resolve',
      '/dry_run': '--dry-run',
    },
    local: ['--advance', '--wait', '--timeout', '--list'],
  },
} as const satisfies Readonly<Record<string, CommandNames>>;

/**
 * Returns the option that set a part of a request, followed by the rest of the pointer if the option takes names. Returns
 * the pointer or parameter itself if no option set it.
 */
export function findTypedName(names: OptionNames, place: string): string {
  const segments = place.split('/');
  const [best] = Object.entries(names)
    .map(([pattern, option]) => ({ parts: pattern.split('/'), option }))
    .filter(({ parts }) => parts.every((part, at) => segments[at] === part || (part === '*' && at < segments.length)))
    .toSorted((a, b) => b.parts.length - a.parts.length);
  if (best === undefined) return place;
  const rest = segments.slice(best.parts.length).filter((segment) => !/^\d+$/.test(segment));
  return [best.option, ...rest.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))].join(' ');
}
