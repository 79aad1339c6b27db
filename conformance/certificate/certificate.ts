/** The subject of a certificate: one side of the contract. */
export type Kind = 'service' | 'sender' | 'receiver' | 'client';

/** `accepted`: the rule failed, and a baseline of the user accepts the failure. `not-run`: the report has no result of the rule. */
export type Verdict = 'passed' | 'failed' | 'accepted' | 'not-verified' | 'not-applicable' | 'not-run';

/** A rule and its verdict. */
export interface CertifiedRule {
  readonly id: string;
  readonly title: string;
  /** Whether the rule is required; otherwise it is advice. */
  readonly required: boolean;
  readonly verdict: Verdict;
  /** Why the rule has no verdict; null if it has one. */
  readonly reason: string | null;
}

/** One run of a check of fleetkit, as its report describes it. */
export interface CertifiedRun {
  readonly kind: Kind;
  /** The URL of the subject without credentials, or a description. */
  readonly subject: string;
  /** The start of the run, RFC 3339; null if the report has none. */
  readonly started_at: string | null;
  /** The SHA-256 of the report, in hexadecimal digits. */
  readonly report_sha256: string;
  /** The number of rules by verdict and level. */
  readonly counts: Readonly<Record<Level, Readonly<Record<Verdict, number>>>>;
  /** All rules of this kind that this version of fleetkit has, in their order, and those that the user added. */
  readonly rules: readonly CertifiedRule[];
}

export type Level = 'required' | 'advice';

/** The signed part of a certificate. Instants in RFC 3339. */
export interface Statement {
  readonly type: 'fleetkit-certificate';
  readonly format: 1;
  /** A name that the user gave; by default the first subject of the runs. */
  readonly subject: string;
  /** The signature proves who made the statement, not that another party examined the subject. */
  readonly declaration: 'self-declared';
  readonly fleetkit_version: string;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly runs: readonly CertifiedRun[];
}

/** A certificate: a statement, and an Ed25519 signature (RFC 8032) of its canonical JSON. */
export interface Certificate {
  readonly statement: Statement;
  readonly signature: {
    readonly algorithm: 'Ed25519';
    /** The public key, as the member `x` of a JSON Web Key (RFC 8037). */
    readonly public_key: string;
    /** In base64url. */
    readonly value: string;
  };
}

export const FORMAT = 1;

export const VERDICTS = ['passed', 'failed', 'accepted', 'not-verified', 'not-applicable', 'not-run'] as const;

/** Counts the rules by level and verdict. */
export function countRules(rules: readonly CertifiedRule[]): CertifiedRun['counts'] {
  const count = (isRequired: boolean) =>
    Object.fromEntries(
      VERDICTS.map((verdict) => [
        verdict,
        rules.filter((rule) => rule.required === isRequired && rule.verdict === verdict).length,
      ]),
    ) as Record<Verdict, number>; // each verdict has an entry
  return { required: count(true), advice: count(false) };
}

/** Returns how many rules of all runs have these verdicts. */
export const sumCounts = ({ runs }: Statement, level: Level, ...verdicts: readonly Verdict[]): number =>
  runs.reduce((sum, { counts }) => sum + verdicts.reduce((inner, verdict) => inner + counts[level][verdict], 0), 0);
