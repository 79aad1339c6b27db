import type { ExchangeRecord } from '../../engine/results/exchange-record.ts';
import type { CheckResult, Statement } from '../../engine/results/result.ts';
import { toRelativePath } from '../../http/recording/recording.ts';
import type { Episode } from './episode.ts';
import { createStability, type EvidenceRead, type Stability } from './stability.ts';

/** Checks whose failures no change of the data between two exchanges explains: those of one response, of identity, or of scope. */
const OF_UNCHANGING = [
  /^(auth|card-data|catalog|contract|errors|http|public|versioning)\//,
  /^disputes\/(cases|reviewer|terminal)-/,
  /^feeds\/(are|agree|can|links)-/,
  /^feeds\/(every-)?terminal-feeds?-(is|share)-/,
  /^lists\/no(thing-stands|-row)-twice$/,
  /^scope\/(foreign|headers|kept-answers|nothing-read|odd-filters|parameters)-/,
  /^scope\/[\w-]*-show(s)?-no/,
  /^settlements\/(batches-carry|entry|net|payout)-/,
  /^sort\/(amt-comp|declared-columns)-/,
  /^terminals\/(answers|commands|connector-status|location|provisioning|status)-(is|are|name|of)/,
  /^transactions\/(emv|rows-carry|rows-of-every|summary|timelines)-/,
];

const mayChange = (id: string): boolean => !OF_UNCHANGING.some((form) => form.test(id));

/** The results of the checks on one episode. */
export interface EpisodeResults {
  readonly episode: Episode;
  /** The base URL of the service. */
  readonly service: string;
  /** Whether the user states that no data changed while the traffic was recorded. */
  readonly isFrozen: boolean;
}

/** Withdraws failures that a change of the data between two exchanges may explain, and names requests that would show more. */
export function withdrawUnstable(
  results: readonly CheckResult[],
  { episode, service, isFrozen }: EpisodeResults,
): readonly CheckResult[] {
  const stability = createStability(episode);
  return results.map((check) => {
    const isFailure = check.outcome === 'fail' || check.outcome === 'warning';
    if (!isFailure || isFrozen || !mayChange(check.id) || isTimeless(check)) return nameMissing(check);
    return isStable(check, { stability, service }) ? check : withdraw(check);
  });
}

function isStable(
  { request, evidence, cases }: CheckResult,
  { stability, service }: { readonly stability: Stability; readonly service: string },
): boolean {
  const own = cases
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warning')
    .flatMap((one) => one.request ?? []);
  const toRead = ({ caller, method, url, sentAt }: ExchangeRecord): EvidenceRead => ({
    caller,
    method,
    path: toRelativePath(url, service),
    sentMs: Date.parse(sentAt),
  });
  return stability.isProven([...(request === undefined ? [] : [request]), ...own, ...evidence].map(toRead));
}

function withdraw(check: CheckResult): CheckResult {
  const { expected: _expected, saw, places: _places, request, ...rest } = check;
  const repeated = request === undefined ? 'the first request' : `${request.method} ${request.url}`;
  const reason = `the compared responses are of different times, and the data may have changed (${saw ?? 'they differ'}); the same response to ${repeated} before and after would show that they did not`;
  return { ...rest, outcome: 'inconclusive', reason, cases: [] };
}

/** Whether a failing case of a check, or the check, is a failure that no change explains. */
const isTimeless = (check: CheckResult): boolean =>
  check.isTimeless === true ||
  check.cases.some(({ outcome, isTimeless: holds }) => outcome === check.outcome && holds === true);

const NOT_RECORDED = /the recording has no response to (.+?)(?=$|;)/;
/** Advice for a run that sends requests. */
const ADD_KEY = /add a key (.+): --key NAME=KEY$/;

/** Names the request, or the key, that would let a check decide, if the recording lacks it. */
function nameMissing(check: CheckResult): CheckResult {
  if (check.outcome !== 'inconclusive' && check.outcome !== 'untestable') return check;
  return { ...rewrite(check), cases: check.cases.map(rewrite) };
}

function rewrite<Part extends Statement>(part: Part): Part {
  const [, request] = NOT_RECORDED.exec(part.reason ?? '') ?? [];
  if (request !== undefined) return { ...part, reason: `not observed: ${request} would show it` };
  if (part.reason === undefined) return part;
  const reason = part.reason.replace('no other key was given', 'the traffic has no other key');
  return { ...part, reason: reason.replace(ADD_KEY, 'requests of a key $1 would show it') };
}

const RANKS = ['error', 'fail', 'warning', 'pass', 'not-applicable', 'inconclusive', 'untestable'] as const;
const rank = ({ outcome }: Statement): number => RANKS.indexOf(outcome);

/** Merges the results of a check over episodes: a failure of one stays, and a pass of one is not undone by an episode that shows nothing. */
export const mergeResult = (one: CheckResult | undefined, other: CheckResult): CheckResult =>
  one === undefined || rank(other) < rank(one) ? other : one;
