import { expect, test } from 'vitest';
import { checkSender, observingPlan, openSenderInbox } from '../../conformance/index.ts';
import { tenants } from '../../fixtures/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/** Events that are provoked, at a terminal each: more than the plan refuses. */
const EVENTS = ['cash_low', 'cash_out', 'heartbeat_stale', 'dispenser_fault', 'cash_low', 'cash_out'];
const TOKEN = 'opr-sender-verify-0123456';
/** The last retry of the fast schedule is over by then, real milliseconds. */
const LISTENING_MS = 45_000;

test('the sandbox passes the strict checks of senders, also while a secret is replaced', async () => {
  const inbox = await openSenderInbox({ plan: observingPlan() });
  const sandbox = await startSandbox({ port: 0, operatorToken: TOKEN });
  const request = async <Answer>(path: string, body: object): Promise<Answer> => {
    const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
      method: 'POST',
      headers: {
        ...(path.startsWith('clock') ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': 'sbx-northway-admin' }),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as Answer; // as the contract defines
  };
  try {
    const { destination, secret: first } = await request<SandboxSchemas['CreatedDestination']>('destinations', {
      url: inbox.url,
      retry_profile: 'fast',
    });
    const { secret: second } = await request<SandboxSchemas['RevealedSecrets']>(
      `destinations/${destination.destination_id}/secret/rotate`,
      {},
    );
    const terminals = tenants.find(({ tenantId }) => tenantId === 'acct_northway')?.terminals ?? [];
    const active = terminals.filter(({ status }) => status === 'active').slice(10);
    const provoke = async (event_type: string, terminal_id: string | undefined, resolve: boolean) => {
      const provoked = await request<SandboxSchemas['ProvokedEvent']>('causes', { event_type, terminal_id, resolve });
      await request('clock/advance', { by: provoked.happens_after_seconds });
    };
    for (const [index, event] of EVENTS.entries()) await provoke(event, active[index * 3]?.terminalId, false);
    await provoke('heartbeat_stale', active[EVENTS.indexOf('heartbeat_stale') * 3]?.terminalId, true);
    await request(`destinations/${destination.destination_id}/test`, {});
    await new Promise((resolve) => setTimeout(resolve, LISTENING_MS));
    const { records } = await inbox.close();
    const canaries = tenants
      .filter(({ tenantId }) => tenantId !== 'acct_northway')
      .flatMap((tenant) => tenant.terminals.map(({ terminalId }) => terminalId));
    const result = checkSender({ records, secrets: [second, first], canaries, isStrict: true });
    const reply = result.results.map(({ outcome, id, saw = '' }) => `${outcome} ${id} ${saw}`);
    process.stdout.write(`${records.length} requests\n${reply.join('\n')}\n`);
    expect(reply.filter((line) => !/^(pass|not-applicable)/.test(line))).toEqual([]);
    expect(result.exitCode).toBe(0);
  } finally {
    await sandbox.close();
  }
});
