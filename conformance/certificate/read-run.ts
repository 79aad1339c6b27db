import { createHash } from 'node:crypto';
import { parseJson } from '../http/bodies/json-text.ts';
import { neutralised } from '../reports/parts/screen.ts';
import { type CertifiedRule, type CertifiedRun, countRules, type Kind, type Verdict } from './certificate.ts';
import { isRequired, listRules } from './rules.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where the reports of a kind have their results, and the member by which a report is recognised. */
const KINDS: readonly {
  readonly kind: Kind;
  readonly mark: string;
  readonly results: string;
  readonly url?: string;
}[] = [
  { kind: 'service', mark: 'clauses', results: 'results', url: 'target' },
  { kind: 'sender', mark: 'listened_ms', results: 'results' },
  { kind: 'receiver', mark: 'probes', results: 'probes', url: 'url' },
  { kind: 'client', mark: 'lessons', results: 'lessons' },
];

/** The outcomes of all reports. A `warning` is a failure of a rule that does not decide. */
const VERDICT_OF: Readonly<Record<string, Verdict>> = {
  pass: 'passed',
  passed: 'passed',
  fail: 'failed',
  failed: 'failed',
  warning: 'failed',
  inconclusive: 'not-verified',
  untestable: 'not-verified',
  unverified: 'not-verified',
  error: 'not-verified',
  not_shown: 'not-verified',
  not_verified: 'not-verified',
  skipped: 'not-applicable',
  'not-applicable': 'not-applicable',
  not_applicable: 'not-applicable',
};

const LONGEST_TEXT = 500;

const readMembers = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;

/** Shortens and neutralises a text that comes from outside. */
const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? neutralised(value).slice(0, LONGEST_TEXT) : undefined;

/**
 * Reads the JSON report of a run of `conform`, `sender check`, `receiver check` or `client check`. A problem completes "FILE …".
 *
 * @example
 * const read = readRun(await readFile('report.json'), { version: kitVersion });
 */
export function readRun(
  bytes: Uint8Array,
  { version }: { readonly version: string },
): CertifiedRun | { readonly problem: string } {
  const parsed = parseJson(new TextDecoder().decode(bytes));
  const report = parsed.isUnreadable ? undefined : readMembers(parsed.value);
  const known = report && KINDS.find(({ mark }) => mark in report);
  if (report === undefined || known === undefined)
    return {
      problem: 'is no JSON report of fleetkit; expected one of: conform, sender check, receiver check, client check',
    };
  if (report.kit_version !== version)
    return {
      problem: `was written by version ${readText(report.kit_version) ?? 'unknown'} of fleetkit; expected ${version}, because a certificate lists the rules of one version: run the check again`,
    };
  const results = report[known.results];
  if (!Array.isArray(results)) return { problem: `has no list "${known.results}"` };
  const found = new Map<string, CertifiedRule>();
  for (const [index, one] of results.entries()) {
    const rule = readRule(one);
    if (typeof rule === 'string') return { problem: `has a wrong entry in ${known.results}[${index}]: ${rule}` };
    if (found.has(rule.id)) return { problem: `has two results with the id ${rule.id}` };
    found.set(rule.id, rule);
  }
  const rules = [...listAll(known.kind, found), ...found.values()];
  const startedAt = report.started_at ?? report.first_at;
  return {
    kind: known.kind,
    subject: describeSubject(known.kind, report[known.url ?? '']),
    started_at: typeof startedAt === 'string' && !Number.isNaN(Date.parse(startedAt)) ? startedAt.slice(0, 40) : null,
    report_sha256: createHash('sha256').update(bytes).digest('hex'),
    counts: countRules(rules),
    rules,
  };
}

/** Returns the rules of this version with their results, and removes these from `found`: what remains are rules of the user. */
function listAll(kind: Kind, found: Map<string, CertifiedRule>): CertifiedRule[] {
  return listRules(kind).map(({ id, title, required }): CertifiedRule => {
    const result = found.get(id);
    found.delete(id);
    // the level is that of this version, also if the report states another
    if (result !== undefined) return { ...result, title, required };
    return { id, title, required, verdict: 'not-run', reason: 'the report has no result of this rule' };
  });
}

function readRule(value: unknown): CertifiedRule | string {
  const result = readMembers(value);
  const [id, title, level, outcome] = [result?.id, result?.title, result?.level, result?.outcome].map(readText);
  if (result === undefined || id === undefined || title === undefined || level === undefined || outcome === undefined)
    return 'expected the texts id, title, level and outcome';
  const verdict = Object.hasOwn(VERDICT_OF, outcome) ? VERDICT_OF[outcome] : undefined;
  if (verdict === undefined) return `unknown outcome "${outcome}"`;
  const isAccepted = verdict === 'failed' && result.known !== undefined && result.known !== null;
  return {
    id,
    title,
    required: isRequired(level),
    verdict: isAccepted ? 'accepted' : verdict,
    reason: verdict === 'not-verified' || verdict === 'not-applicable' ? (readText(result.reason) ?? null) : null,
  };
}

/** Describes what was checked: a URL without user information, query and fragment. A command may contain secrets, so it is not named. */
function describeSubject(kind: Kind, value: unknown): string {
  const url = kind === 'service' || kind === 'receiver' ? URL.parse(readText(value) ?? '') : null;
  return url === null ? DESCRIPTIONS[kind] : `${url.origin}${url.pathname}`;
}

const DESCRIPTIONS: Readonly<Record<Kind, string>> = {
  service: 'a service',
  sender: 'a sender of webhooks',
  receiver: 'a receiver of webhooks',
  client: 'a client',
};
