import { pluralize } from '../reports/parts/screen.ts';
import { type CertifiedRun, type Level, type Statement, sumCounts, VERDICTS } from './certificate.ts';
import type { ReadCertificate } from './read-certificate.ts';

const NAMES: Readonly<Record<(typeof VERDICTS)[number], string>> = {
  passed: 'passed',
  failed: 'failed',
  accepted: 'failed, accepted by a baseline',
  'not-verified': 'not verified',
  'not-applicable': 'not applicable',
  'not-run': 'not run',
};

const LEVELS: readonly Level[] = ['required', 'advice'];

/** Summarises the required rules: never more than the statement. */
export function summarise(statement: Statement): string {
  const count = (...verdicts: (typeof VERDICTS)[number][]) => sumCounts(statement, 'required', ...verdicts);
  const parts = [
    [count('passed'), 'passed'],
    [count('failed', 'accepted'), 'failed'],
    [count('not-verified', 'not-run'), 'not verified'],
  ] as const;
  return parts.flatMap(([number, name]) => (number === 0 && name !== 'passed' ? [] : [`${number} ${name}`])).join(', ');
}

const formatCounts = ({ counts }: CertifiedRun, level: Level): string =>
  VERDICTS.flatMap((verdict) =>
    counts[level][verdict] === 0 ? [] : [`${counts[level][verdict]} ${NAMES[verdict]}`],
  ).join(', ') || 'none';

type Rule = CertifiedRun['rules'][number];

const formatReason = ({ verdict, reason }: Rule): string => NAMES[verdict] + (reason === null ? '' : `: ${reason}`);

/** Lists rules without a pass, one in a line; those that were not run only by number, for each topic. */
function formatIds(rules: readonly Rule[]): string {
  if (rules[0]?.verdict !== 'not-run')
    return rules.map(({ id, required }) => `      ${id}${required ? '' : ' (advice)'}`).join('\n');
  const topics = Map.groupBy(rules, ({ id }) => id.split('/')[0]);
  return `      ${[...topics].map(([topic, own]) => `${topic} (${own.length})`).join(', ')}`;
}

/** Formats a verified certificate for people: what was run, the verdicts, and what was not verified. */
export function formatVerified({ statement, isFromIssuer }: ReadCertificate): string {
  const { subject, issued_at: issuedAt, expires_at: expiresAt, fleetkit_version: version, runs } = statement;
  const lines = [
    `Valid     ${subject}`,
    `Issued    ${issuedAt} with fleetkit ${version}, until ${expiresAt}`,
    `Issuer    ${isFromIssuer ? 'the holder of the given key' : 'self-declared: the signature shows that nothing was changed, not who checked'}`,
  ];
  for (const run of runs) {
    lines.push('', `${run.kind}: ${run.subject}${run.started_at === null ? '' : `, run at ${run.started_at}`}`);
    for (const level of LEVELS) lines.push(`  ${level.padEnd(9)} ${formatCounts(run, level)}`);
    lines.push(`  report    sha256 ${run.report_sha256}`);
    const open = run.rules.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'not-applicable');
    if (open.length > 0) lines.push(`  ${pluralize(open.length, 'rule')} without a pass:`);
    for (const [reason, rules] of Map.groupBy(open, formatReason))
      lines.push(`    ${rules.length} ${reason}`, formatIds(rules));
  }
  return `${lines.join('\n')}\n`;
}
