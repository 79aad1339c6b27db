import { cpuUsage } from 'node:process';
import { checks } from '../../conformance/checks/index.ts';
import type { Check } from '../../conformance/engine/check.ts';
import type { CheckResult, ExitCode, RunResult } from '../../conformance/engine/results/result.ts';
import type { RunOptions } from '../../conformance/engine/run-options.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { KeyExpectation } from '../../conformance/relations/key-expectations.ts';
import { createShape, type Shape } from '../generator/shape.ts';
import { type RightService, startRightService } from '../generator/start.ts';
import type { KeyStatements } from '../generator/statements.ts';

/** The input of one run of the kit: the service, its keys and the checks. */
export interface ExaminationOptions {
  readonly seed: number;
  /** The shape; without it, the one of the seed. */
  readonly shape?: Shape;
  /** Leaves out the values that only the letter of the document permits. */
  readonly isNearOnly?: boolean;
  /** How many of the keys of the service the kit gets. Default 3. */
  readonly keys?: number;
  /** Gives keys of all tenants in turn. Without it, those that the shape gives to the user of a kit. */
  readonly areKeysOfAll?: boolean;
  /** The id of a fault of the generator. */
  readonly fault?: string;
  /** The checks to run, by id or by the start of the id: `scope/`. Default: all. */
  readonly checks?: readonly string[];
  readonly allowWrites?: boolean;
  /** Whether the kit gets what the owner of the keys can state of them. */
  readonly withStatements?: boolean;
  readonly runTimeoutMs?: number;
  /** How many times faster than real time the clock of the service runs, as if the run took that much longer. Default 1. */
  readonly clockSpeed?: number;
}

/** A failure that makes the run fail. */
export interface Accusation {
  readonly check: string;
  readonly case: string;
  readonly expected: string;
  readonly saw: string;
  readonly request: string;
  /** The requests of the check that prove the failure. */
  readonly proof: readonly ProofRequest[];
}

/** A request of a proof, and the status of its response. */
export interface ProofRequest {
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

/** A rule without a verdict. */
export interface Unknown {
  readonly check: string;
  readonly reason: string;
}

/** The result of one run of the kit, as far as an examination needs it. */
export interface Examination {
  readonly seed: number;
  readonly fault?: string;
  readonly exitCode: ExitCode;
  readonly accusations: readonly Accusation[];
  /** The required rules without a verdict. */
  readonly unknowns: readonly Unknown[];
  readonly passed: readonly string[];
  /** The number of requests that the kit sent, repeats included. */
  readonly requests: number;
  /** The duration of the run. */
  readonly milliseconds: number;
  /** CPU time of kit and service together, in milliseconds. */
  readonly cpu: number;
}

const listAccusations = ({ id, cases, evidence, ...own }: CheckResult): Accusation[] =>
  [...cases.filter(({ outcome }) => outcome === 'fail'), ...(cases.length > 0 ? [] : [{ name: '', ...own }])].map(
    (failed) => ({
      check: id,
      case: failed.name,
      expected: failed.expected ?? '',
      saw: failed.saw ?? '',
      request: failed.request === undefined ? '' : `${failed.request.method} ${failed.request.url}`,
      proof: [...(failed.request === undefined ? [] : [failed.request]), ...evidence].map(
        ({ caller, method, url, status }) => ({ caller, method, url, status }),
      ),
    }),
  );

function listUnknowns({ results }: RunResult): Unknown[] {
  const undecided = results.filter(
    ({ level, outcome }) => level === 'must' && ['untestable', 'inconclusive', 'error'].includes(outcome),
  );
  return undecided.map(({ id, outcome, reason = '' }) => ({ check: id, reason: `${outcome}: ${reason}` }));
}

/** Returns the checks with one of these ids, or starts of ids; all without a selection. */
export const selectChecks = (wanted: readonly string[] | undefined): readonly Check[] =>
  wanted === undefined ? checks : checks.filter(({ id }) => wanted.some((start) => id.startsWith(start)));

function selectOptions({ url, keys, keysOfAll }: RightService, options: ExaminationOptions): RunOptions {
  const given = (options.areKeysOfAll === true ? keysOfAll : keys).slice(0, options.keys ?? 3);
  const names = new Map(given.map(({ key }, at) => [key, `key-${at + 1}`]));
  const expectations = new Map(
    given.map(({ statements }, at): [string, KeyExpectation] => [
      `key-${at + 1}`,
      {
        ...(statements.isAdministrator ? { isAdministrator: true } : {}),
        ...(statements.mayOnlyRead ? { mayOnlyRead: true } : {}),
        ...listNarrower(statements, names),
        ...(statements.customer === undefined ? {} : { customer: statements.customer }),
      },
    ]),
  );
  return {
    target: url,
    keys: new Map([...names].map(([key, name]) => [name, key])),
    checks: selectChecks(options.checks),
    bindings: 'infer',
    allowWrites: options.allowWrites === true,
    ...(options.withStatements === true ? { expectations } : {}),
    runTimeoutMs: options.runTimeoutMs ?? 120_000,
  };
}

/** Returns the first given key that sees more terminals. */
function listNarrower({ narrowerThan }: KeyStatements, names: ReadonlyMap<string, string>): KeyExpectation {
  const wider = narrowerThan.flatMap((key) => names.get(key) ?? [])[0];
  return wider === undefined ? {} : { narrowerThan: wider };
}

/** Runs the kit against one generated service. */
export async function examine(options: ExaminationOptions): Promise<Examination> {
  const { seed, fault } = options;
  const shape = options.shape ?? createShape(seed, { isNearOnly: options.isNearOnly === true });
  const service = await startRightService({
    seed,
    shape,
    clockSpeed: options.clockSpeed ?? 1,
    ...(fault === undefined ? {} : { fault }),
  });
  const before = cpuUsage();
  try {
    const result = await run(selectOptions(service, options));
    const { user, system } = cpuUsage(before);
    return {
      seed,
      ...(fault === undefined ? {} : { fault }),
      exitCode: result.exitCode,
      accusations: result.results
        .filter(({ outcome, decides }) => outcome === 'fail' && decides)
        .flatMap(listAccusations),
      unknowns: listUnknowns(result),
      passed: result.results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id),
      requests: result.requests,
      milliseconds: result.durationMs,
      cpu: Math.round((user + system) / 1000),
    };
  } finally {
    await service.close();
  }
}
