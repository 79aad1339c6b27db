import { performance } from '../../../base/real-time.ts';
import { resolveWithin } from '../../../base/time-limit.ts';
/** One condition without which the server cannot do all of its work. */
export interface ReadinessCheck {
  /** Shown in the reply of `/readyz`: lower-case words with underscores. */
  readonly name: string;
  /** Whether the server is ready only while the check passes. Default: true. */
  readonly isRequired?: boolean;
  /** A rejection counts as false, and so does a check that does not end in time. */
  readonly check: () => Promise<boolean> | boolean;
}

export interface CheckResult {
  readonly name: string;
  readonly passed: boolean;
}

export interface ReadinessReport {
  readonly isReady: boolean;
  /** Whether it is ready, and a check that is not required has failed. */
  readonly isDegraded: boolean;
  /** Every check with its result, in the order of registration. */
  readonly checks: readonly CheckResult[];
}

export interface ReadinessOptions {
  /** How long a check may take, in real milliseconds. */
  readonly limitMs?: number;
  /** How long a report is used again, in real milliseconds. Every client may request it, so it must stay cheap. */
  readonly reuseMs?: number;
}

interface RunCheck extends CheckResult {
  readonly isRequired: boolean;
}

const LIMIT_MS = 1000;
const REUSE_MS = 500;

/** Decides whether the server accepts work: while it does not shut down, and all required checks pass. */
export class Readiness {
  readonly #checks = new Set<ReadinessCheck>();
  readonly #limitMs: number;
  readonly #reuseMs: number;
  #isDraining = false;
  #latest: { readonly results: Promise<readonly RunCheck[]>; readonly atMs: number } | undefined;

  constructor({ limitMs = LIMIT_MS, reuseMs = REUSE_MS }: ReadinessOptions = {}) {
    this.#limitMs = limitMs;
    this.#reuseMs = reuseMs;
  }

  /** Adds a check until the returned function is called. */
  register(check: ReadinessCheck): () => void {
    this.#checks.add(check);
    this.#latest = undefined;
    return () => {
      this.#checks.delete(check);
      this.#latest = undefined;
    };
  }

  /** Makes the server not ready from now on. */
  beginDraining(): void {
    this.#isDraining = true;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Runs all checks, or returns the results of the latest run if it was a moment ago. */
  async evaluate(): Promise<ReadinessReport> {
    const now = performance.now();
    if (this.#latest === undefined || now - this.#latest.atMs > this.#reuseMs)
      this.#latest = { results: Promise.all([...this.#checks].map((check) => this.#run(check))), atMs: now };
    const results = await this.#latest.results;
    const isReady = !this.#isDraining && results.every(({ passed, isRequired }) => passed || !isRequired);
    return {
      isReady,
      isDegraded: isReady && results.some(({ passed }) => !passed),
      checks: [
        { name: 'not_draining', passed: !this.#isDraining },
        ...results.map(({ name, passed }) => ({ name, passed })),
      ],
    };
  }

  async #run({ name, isRequired = true, check }: ReadinessCheck): Promise<RunCheck> {
    const work = (async () => check())().catch(() => false);
    return { name, isRequired, passed: await resolveWithin(this.#limitMs, work) };
  }
}
