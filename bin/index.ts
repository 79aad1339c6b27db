import '../spec/require-node.ts';
import { durationOf } from '../spec/durations.ts';
import type { EventType } from '../spec/index.ts';
import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { activeKeys, strictKeys } from './active-keys.ts';
import { caller } from './calls.ts';
import type { DestinationOptions } from './delivering.ts';
import type { Telling } from './play/telling.ts';
import { type Triggered, trigger } from './provoking.ts';
import {
  type DeliveryFilter,
  type DestinationName,
  deliveriesThrough,
  destinationsThrough,
  inboxThrough,
  type SandboxDestinations,
} from './sandbox-webhooks.ts';
import { type SandboxOptions as AllOptions, startSandbox as start } from './start-sandbox.ts';

/*
 * The library: a sandbox inside somebody's own tests.
 *
 *   import { startSandbox } from 'fleetkit';
 */

export { ScenarioInterrupted } from './play/scenario-interrupted.ts';
export type * from './play/telling.ts';
export type {
  DeliveryFilter,
  DestinationName,
  DestinationPlace,
  NewDestination,
  SandboxDestinations,
} from './sandbox-webhooks.ts';
export type { DestinationOptions };

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions extends Omit<AllOptions, 'onFault' | 'log' | 'limits'> {
  /** Default: a free one, which `url` names. False: none; ask with `fetch`. */
  readonly port?: number | false;
}

/** A sandbox that answers, until it is closed. */
export interface Sandbox {
  /** Where clients reach it, without a slash at the end. Without a port, only `fetch` understands it. */
  readonly url: string;
  /** An active API key for each user, by user id: `keys.usr_nw_admin`. Throws for a user that does not exist. */
  readonly keys: Readonly<Record<string, string>>;
  /** What the operator of the control plane sends as `Authorization: Bearer`. */
  readonly operatorToken: string;
  /** Asks the sandbox without the network; takes what the global `fetch` takes, and paths such as `/v1/portal`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly clock: SandboxClock;
  /**
   * Makes an event happen, by changing what it comes from; it follows by its rule once the clock is there. Rejects with a
   * `SandboxRefusal` where it cannot be: 422 for what is wrong with the request, 409 for what stands in the way.
   */
  trigger<Event extends EventType>(eventType: Event, options: TriggerOptions<Event>): Promise<TriggeredEvent>;
  /**
   * Plays a ready story, from where the clock stands; `npx fleetkit play --list` shows their names. Rejects with a
   * `ScenarioInterrupted` where it turns out otherwise than it says, or cannot be told here and now.
   */
  play(name: string): Promise<Telling>;
  /** Where its events are sent. */
  readonly destinations: SandboxDestinations;
  /** What was sent or waits to be, oldest first. */
  deliveries(filter?: DeliveryFilter): Promise<readonly SandboxSchemas['Delivery'][]>;
  /** What an inbox got, oldest first, with a verdict on each signature. Rejects for a destination that is none. */
  inbox(destination: DestinationName): Promise<readonly SandboxSchemas['InboxMessage'][]>;
  /**
   * Resolves when nothing that is due is left to send or under way; a retry that is due later is not waited for. Rejects
   * after `timeoutMs` of real time, by default 20,000.
   */
  settled(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** Puts everything, the clock too, or one tenant back to how it was generated. */
  reset(options?: {
    readonly tenantId?: string;
    readonly newIds?: boolean;
    readonly keepDestinations?: boolean;
  }): Promise<void>;
  /** Stops answering. */
  close(): Promise<void>;
}

/** The clock of the sandbox. Each call gives what it shows then; it rejects with a `SandboxRefusal` when refused. */
export interface SandboxClock {
  now(): Promise<Date>;
  /** By a duration, `2h30m`, `7d` or ISO 8601, or by seconds. */
  advance(by: string | number): Promise<Date>;
  /** To an instant that is not before the present one. */
  set(to: string | Date): Promise<Date>;
  /** So many times as fast as real time; default 1. */
  run(speed?: number): Promise<Date>;
  freeze(): Promise<Date>;
}

/** Where and how an event is to happen. `npx fleetkit trigger --list` shows what each one takes. */
export interface TriggerOptions<Event extends EventType> {
  readonly terminalId?: string;
  readonly connectorId?: string;
  readonly accountId?: string;
  /** As the control plane names them; each has a default, or depends on the machine. */
  readonly parameters?: Partial<SandboxSchemas['CauseParameters'][Event]>;
  /** Ends its incident instead. */
  readonly resolve?: boolean;
  /** Changes nothing, and says what would be changed. */
  readonly dryRun?: boolean;
  /** Moves the clock as far as needed, and shows what came of it. */
  readonly advance?: boolean;
}

/** What was changed, and what comes of it. */
export interface TriggeredEvent {
  /** What the clock has to show until it has been told. */
  readonly happensAt: Date;
  /** So far the clock had to be moved for that. */
  readonly happensAfterSeconds: number;
  /** As the control plane tells them. */
  readonly causes: readonly SandboxSchemas['InjectedCause'][];
  /** With `resolve`: the incidents that end. */
  readonly ends: readonly SandboxSchemas['EndingIncident'][];
  /** What a user has to ask for besides, at that moment; null where time alone is enough. */
  readonly followUp: SandboxSchemas['FollowUp'] | null;
  /**
   * With `advance`: the events told meanwhile, oldest first, as subscribers are sent them: those at the terminal, or
   * otherwise those of the type, of the account where one is named. Empty without.
   */
  readonly events: readonly SandboxSchemas['WebhookEvent'][];
  /** With `advance`: what destinations were sent of these events, oldest first. Empty without. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][];
}

/** The control plane refused. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  /** The code of the problem document. */
  readonly code: string;

  constructor({ status, code, detail, errors = [] }: Refusal) {
    super([detail, ...errors.map((error) => error.detail)].join(' '));
    this.status = status;
    this.code = code;
  }
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly detail: string }[];
}

/**
 * Starts a sandbox in this process, with a clock that stands at 2026-11-02T15:00:00Z, and resolves once it answers.
 * Rejects when the port is taken (`EADDRINUSE`).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const running = await start({ port: 0, ...options });
  const { operatorToken } = running;
  if (operatorToken === undefined) throw new Error('a sandbox that others can reach needs the option operatorToken');

  const ask: Sandbox['fetch'] = (input, init) =>
    running.fetch(new Request(typeof input === 'string' ? new URL(input, running.url) : input, init));
  const asOperator = { Authorization: `Bearer ${operatorToken}` };
  const call = caller(async ({ method, path, body }) => {
    const headers = { ...asOperator, 'Content-Type': 'application/json' };
    const response = await ask(`/sandbox/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new SandboxRefusal(answer as Refusal); // every refusal is a problem document
    return answer;
  });
  const shown = async (clock: Promise<{ readonly now: string }>): Promise<Date> => new Date((await clock).now);

  return {
    url: running.url,
    keys: strictKeys,
    operatorToken,
    fetch: ask,
    clock: {
      now: () => shown(call('getClock')),
      advance: (by) =>
        shown(call('advanceClock', { body: { by: typeof by === 'number' ? by : (durationOf(by) ?? by) } })),
      set: (to) => shown(call('setClock', { body: { to: typeof to === 'string' ? to : to.toISOString() } })),
      run: (speed = 1) => shown(call('runClock', { body: { speed } })),
      freeze: () => shown(call('freezeClock', { body: {} })),
    },
    async trigger(eventType, { terminalId, connectorId, accountId, parameters, resolve, dryRun, advance = false }) {
      const request = {
        event_type: eventType,
        terminal_id: terminalId,
        connector_id: connectorId,
        account_id: accountId,
        parameters,
        resolve,
        dry_run: dryRun,
      };
      return presentTriggered(await trigger(call, request, advance));
    },
    async play(name) {
      const { tellScenario } = await import('./play/tell-scenario.ts');
      return tellScenario(name, { fetch: ask, operatorHeaders: asOperator, keys: activeKeys });
    },
    destinations: destinationsThrough(call),
    deliveries: (filter = {}) => deliveriesThrough(call, filter),
    inbox: (destination) => inboxThrough(call, destination),
    async settled({ timeoutMs = 20_000 } = {}) {
      if (!(await running.settled(timeoutMs))) throw new Error(`deliveries were still under way after ${timeoutMs} ms`);
    },
    async reset({ tenantId, newIds = false, keepDestinations = false } = {}) {
      await call('resetSandbox', {
        body: { new_ids: newIds, tenant_id: tenantId, keep_destinations: keepDestinations },
      });
    },
    close: running.close,
  };
}

function presentTriggered({ provoked, events, deliveries }: Triggered): TriggeredEvent {
  return {
    happensAt: new Date(provoked.happens_at),
    happensAfterSeconds: provoked.happens_after_seconds,
    causes: provoked.causes,
    ends: provoked.ends,
    followUp: provoked.follow_up,
    events: events ?? [],
    deliveries: deliveries ?? [],
  };
}
