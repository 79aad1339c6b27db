import { isLoopbackHost } from '../../../../base/hosts.ts';
import type { CheckResult } from '../../../../conformance/engine/results/result.ts';
import type { Connection } from '../core/connection.ts';
import { defineTool, takes, text, texts, timeLimit } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface Arguments {
  readonly only: readonly string[];
  readonly target?: string;
  readonly user_ids?: readonly string[];
  readonly time_limit_seconds?: number;
}

const DEFAULT_SECONDS = 60;
const PATTERNS = 20;

/** Runs chosen checks of the conformance kit. */
export const conform = defineTool<Arguments>({
  name: 'conform',
  title: 'Check conformance',
  description:
    'Runs checks of the conformance kit, read requests only, against the sandbox, or against your own service on this machine, whose keys are in ' +
    'the variable FLEETKIT_KEYS. Returns each failure with what was expected and seen. Choose few checks with only.',
  isReadOnly: true,
  isHeavy: true,
  arguments: takes(
    {
      only: texts('Patterns of check ids, such as scope/* or limit/.', { most: PATTERNS }),
      target: text('The base URL of your service, on a loopback address. Default: the sandbox.', 500),
      user_ids: texts('Users of the sandbox whose keys are used. Default: one administrator of each of two tenants.', {
        most: 6,
        maxLength: 64,
      }),
      time_limit_seconds: timeLimit(DEFAULT_SECONDS),
    },
    ['only'],
  ),
  async run({ only, target, user_ids: userIds, time_limit_seconds: seconds = DEFAULT_SECONDS }, connection) {
    const { checks, findUnmatched, runIsolated, selectChecks } = await import('../../../../conformance/index.ts');
    const unmatched = findUnmatched(checks, { only });
    if (unmatched !== undefined && 'pattern' in unmatched) {
      const topics = [...new Set(checks.map(({ id }) => `${id.split('/')[0]}/*`))];
      throw new ToolRefusal(`only: no check matches ${unmatched.pattern}. Topics: ${topics.join(', ')}.`);
    }
    if (target !== undefined && userIds !== undefined)
      throw new ToolRefusal('user_ids are users of the sandbox, and do not apply to a target. Omit one of both.');
    const url =
      target === undefined
        ? `${connection.base.origin}${connection.base.pathname.replace(/\/+$/, '')}`
        : parseTarget(target);
    const keys = target === undefined ? await chooseKeys(connection, userIds) : await readTargetKeys(connection);
    const { results, exitCode, requests, limitsReached, stopped } = await runIsolated({
      target: url,
      keys,
      checks: selectChecks(checks, { only }),
      bindings: 'infer',
      timeoutMs: 10_000,
      runTimeoutMs: seconds * 1000,
    });
    return {
      target: url,
      exit_code: exitCode,
      ...(stopped === undefined ? {} : { stopped }),
      limits_reached: limitsReached,
      requests,
      totals: Object.fromEntries(
        [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, of]) => [outcome, of.length]),
      ),
      failures: results.filter(({ outcome }) => outcome === 'fail').map(describeFailure),
      undecided: results
        .filter(({ outcome }) => outcome !== 'fail' && outcome !== 'pass')
        .map(({ id, outcome, reason }) => ({ id, outcome, reason })),
      passed: results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id),
    };
  },
});

const describeFailure = ({ id, title, level, clause, expected, saw, request }: CheckResult) => ({
  id,
  title,
  level,
  clause: { id: clause.id, text: clause.text },
  expected,
  saw,
  ...(request === undefined ? {} : { request: request.curl, status: request.status, excerpt: request.excerpt }),
});

function parseTarget(target: string): string {
  const url = URL.parse(target);
  if (url !== null && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return target;
  throw new ToolRefusal(
    'target: expected an http or https URL on this machine, such as http://127.0.0.1:8080. For other targets, run fleetkit conform in a terminal.',
  );
}

/** Returns the keys of the given users; otherwise of an administrator of each of the first two tenants, or the own key. */
async function chooseKeys(
  connection: Connection,
  userIds: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (!connection.isOperator && userIds === undefined) return new Map([['own', await connection.findKey(undefined)]]);
  const chosen = userIds ?? (await listAdministrators(connection));
  const keys = await Promise.all(chosen.map(async (id) => [id, await connection.findKey(id)] as const));
  return new Map(keys);
}

async function listAdministrators(connection: Connection): Promise<readonly string[]> {
  const active = (await connection.listUsers()).filter(({ key_state: state }) => state === 'active');
  const byTenant = Map.groupBy(active, ({ tenant_id: tenant }) => tenant);
  return [...byTenant.values()]
    .slice(0, 2)
    .flatMap((users) => (users.find(({ role }) => /admin/.test(role)) ?? users[0])?.user_id ?? []);
}

async function readTargetKeys(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const { parseNamedKeys } = await import('../../../../conformance/index.ts');
  const listed = connection.readSecret('FLEETKIT_KEYS');
  if (!listed)
    throw new ToolRefusal(
      'A target needs keys. Set the variable FLEETKIT_KEYS of fleetkit mcp to NAME=KEY, separated by commas, and restart it.',
    );
  const parsed = parseNamedKeys(listed.split(/[,\r\n]/));
  if ('problem' in parsed) throw new ToolRefusal(`FLEETKIT_KEYS: ${parsed.problem}`);
  connection.hide(parsed.keys.values());
  return parsed.keys;
}
