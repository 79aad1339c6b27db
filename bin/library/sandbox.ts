import { toIsoDuration } from '../../base/durations.ts';
import type { EventType } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { isOutcomeName, type OutcomeName } from '../../spec/trigger-parameters.ts';
import { type CallOperation, createCall } from '../control/control-plane.ts';
import { type TriggerResult, triggerEvent } from '../control/trigger-event.ts';
import { triggerOutcome } from '../control/trigger-outcome.ts';
import type { PlayedScenario } from '../scenarios/played-scenario.ts';
import { listActiveKeys, makeStrictKeys } from './active-keys.ts';
import { createFaults, type SandboxFaults } from './client/faults.ts';
import { createRequests, type SandboxRequests } from './client/requests.ts';
import {
  createDestinations,
  type DeliveryFilter,
  type DestinationName,
  fetchSandboxDeliveries,
  readInboxMessages,
  type SandboxDestinations,
} from './client/webhooks.ts';
import { createSender } from './control-sender.ts';
import { createRequest } from './in-process.ts';
import { anything, checkOptions, flag, type OptionRules, record, wholeNumber } from './options/check-options.ts';
import { checkSandboxOptions } from './options/sandbox-option-rules.ts';
import type { SandboxOptions as AllOptions } from './options/sandbox-options.ts';
import type { ForkOptions, SandboxConnection, WorkspaceOptions } from './remote-workspace.ts';
import { type RunningSandbox, startSandbox as start } from './start-sandbox.ts';

/** Options of a sandbox. All are optional. */
export interface SandboxOptions extends Omit<AllOptions, 'onFault' | 'log' | 'limits' | 'operations'> {
  /** Creates a workspace on a server that runs elsewhere, in place of a sandbox in this process. */
  readonly workspace?: WorkspaceOptions;
  /** Default: a free port, shown in `url`. False: no port; send requests with `fetch`. */
  readonly port?: number | false;
}

/** A running sandbox. */
export interface Sandbox {
  /** The URL of the sandbox, without a trailing slash. Without a port, only `fetch` accepts it. */
  readonly url: string;
  /** The file with the authority that clients must trust, if the option `tls` has made a certificate; otherwise undefined. */
  readonly caFile: string | undefined;
  /** An active API key for each user, by user id: `keys.usr_nw_admin`. Throws for an unknown user. */
  readonly keys: Readonly<Record<string, string>>;
  /** The operator's token for the control plane, sent as `Authorization: Bearer`. */
  readonly operatorToken: string;
  /** Sends a request without the network. Accepts the arguments of the global `fetch`, and paths such as `/v1/portal`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly clock: SandboxClock;
  /**
   * Triggers an event by changing the state that causes it. The event follows when the clock reaches the time at which its
   * rule fires. Rejects with a `SandboxRefusal`: 422 for an invalid request, 409 for a conflict with the present state.
   */
  trigger<Event extends EventType>(eventType: Event, options: TriggerOptions<Event>): Promise<TriggeredEvent>;
  /**
   * Chooses the outcome of a dispute, batch, command, provisioning job or transaction. Rejects with a `SandboxRefusal`: 422 for
   * an invalid request, 409 if the state of the object does not allow it.
   */
  trigger<Name extends OutcomeName>(outcome: Name, options?: OutcomeOptions<Name>): Promise<TriggeredOutcome>;
  /**
   * Plays a scenario from the present time of the clock; `npx fleetkit play --list` lists the names. Rejects with a
   * `ScenarioInterrupted` if the outcome differs from the scenario or it cannot be played in this state.
   */
  play(name: string): Promise<PlayedScenario>;
  /** The webhook destinations. */
  readonly destinations: SandboxDestinations;
  /** The rules by which the service fails on purpose. None at the start. */
  readonly faults: SandboxFaults;
  /** Deliveries in any state, oldest first. */
  deliveries(filter?: DeliveryFilter): Promise<readonly SandboxSchemas['Delivery'][]>;
  /** The latest requests, for assertions about what a client sent. */
  readonly requests: SandboxRequests;
  /** The messages that an inbox received, oldest first, each with a signature verdict. Rejects for other destinations. */
  inbox(destination: DestinationName): Promise<readonly SandboxSchemas['InboxMessage'][]>;
  /**
   * Resolves when no delivery is due or in progress. Does not wait for retries that are due later. Rejects after
   * `timeoutMs` of real time, 20,000 by default.
   */
  settled(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** Resets the whole sandbox, including the clock, or one tenant, to the generated state. */
  reset(options?: {
    readonly tenantId?: string;
    readonly newIds?: boolean;
    readonly keepDestinations?: boolean;
  }): Promise<void>;
  /**
   * Creates an isolated sandbox that continues from the present state of this one, or from an earlier one. Its clock is stopped at that
   * instant, and its keys are new. It has no destinations. Neither changes the other. `close` deletes the fork, and so does the end
   * of this sandbox if it runs in this process. Rejects with a `SandboxRefusal` for an instant that cannot be forked.
   */
  fork(options?: ForkOptions): Promise<Sandbox>;
  /** Stops the sandbox. A second call does nothing. */
  close(): Promise<void>;
  /** Stops the sandbox at the end of a block that declares it: `await using sandbox = await startSandbox()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The clock of the sandbox. Each call resolves with the resulting time, or rejects with a `SandboxRefusal`. */
export interface SandboxClock {
  now(): Promise<Date>;
  /** Advances by a duration (`2h30m`, `7d` or ISO 8601) or a number of seconds. */
  advance(by: string | number): Promise<Date>;
  /** Sets the clock to an instant that is not before the present time. */
  set(to: string | Date): Promise<Date>;
  /** Lets the clock run at `speed` times real time; default 1. */
  run(speed?: number): Promise<Date>;
  freeze(): Promise<Date>;
}

/** Where and how to trigger an event. `npx fleetkit trigger --list` lists the parameters of each event. */
export interface TriggerOptions<Event extends EventType> {
  readonly terminalId?: string;
  readonly connectorId?: string;
  readonly accountId?: string;
  /** Parameters with the names of the control plane. Each has a default or depends on the terminal. */
  readonly parameters?: Partial<SandboxSchemas['CauseParameters'][Event]>;
  /** Resolves its incident instead. */
  readonly resolve?: boolean;
  /** Returns what would change, and changes nothing. */
  readonly dryRun?: boolean;
  /** Moves the clock until the event happens, and returns the resulting events. */
  readonly advance?: boolean;
}

/** Which object gets the outcome, and how. `npx fleetkit trigger --list` lists the outcomes with their parameters. */
export interface OutcomeOptions<Name extends OutcomeName> {
  /** The id of the object. Default: the latest one whose state allows the outcome; commands, jobs and transactions are created. */
  readonly id?: string;
  readonly terminalId?: string;
  /** For batches. */
  readonly accountId?: string;
  /** Parameters with the names of the control plane. Each has a default or depends on the object. */
  readonly parameters?: Partial<SandboxSchemas['OutcomeParameters'][Name]>;
  /** Returns what would change, and changes nothing. */
  readonly dryRun?: boolean;
  /** Moves the clock until the object has the outcome, and returns the resulting events. */
  readonly advance?: boolean;
}

/** The object with the outcome. */
export interface TriggeredOutcome {
  /** The id of the object. */
  readonly id: string;
  /** Its state at `happensAt`. */
  readonly state: string;
  /** The sandbox time at which the object has the outcome. */
  readonly happensAt: Date;
  /** How far the clock has to move for that. */
  readonly happensAfterSeconds: number;
  /** The changes, as the control plane reports them. */
  readonly causes: readonly SandboxSchemas['InjectedCause'][];
  /** With `advance`: the events at the terminal or, for a batch, about its account, oldest first. Otherwise empty. */
  readonly events: readonly SandboxSchemas['WebhookEvent'][];
  /** With `advance`: the deliveries of these events, oldest first. Otherwise empty. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][];
}

/** The changes and their results. */
export interface TriggeredEvent {
  /** The sandbox time at which the event is emitted. */
  readonly happensAt: Date;
  /** How far the clock had to move for that. */
  readonly happensAfterSeconds: number;
  /** The changes, as the control plane reports them. */
  readonly causes: readonly SandboxSchemas['InjectedCause'][];
  /** With `resolve`: the incidents that are resolved. */
  readonly ends: readonly SandboxSchemas['EndingIncident'][];
  /** The request that a user must also send at that time. Null if moving the clock is enough. */
  readonly followUp: SandboxSchemas['FollowUp'] | null;
  /**
   * With `advance`: the events emitted since, oldest first, in the form that subscribers receive: events at the terminal or,
   * without a terminal, events of the type (and of the account, if given). Otherwise empty.
   */
  readonly events: readonly SandboxSchemas['WebhookEvent'][];
  /** With `advance`: the deliveries of these events, oldest first. Otherwise empty. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][];
}

/**
 * Starts a sandbox in this process, with its clock frozen at 2026-11-02T15:00:00Z, and resolves when it accepts requests.
 * Rejects when the port is in use (`EADDRINUSE`), and with a `RangeError` for an unknown or invalid option. With `workspace`,
 * creates a workspace on a server that runs elsewhere, and rejects with a `SandboxRefusal` if that server refuses.
 *
 * @example
 * const sandbox = await startSandbox({ seed: 7 });
 * const headers = { 'X-API-Key': sandbox.keys.usr_nw_admin };
 * const response = await sandbox.fetch('/v1/portal', { headers });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkSandboxOptions(options, { workspace: record });
  return createSandbox(await connect(options));
}

async function connect({ workspace, ...options }: SandboxOptions): Promise<SandboxConnection> {
  if (workspace !== undefined) {
    const [other] = Object.keys(options);
    if (other !== undefined)
      throw new RangeError(`The option ${other} is of a sandbox in this process: leave it out with workspace.`);
    const { createRemoteWorkspace } = await import('./remote-workspace.ts');
    return createRemoteWorkspace(workspace);
  }
  return connectTo(await start({ port: 0, ...options }));
}

/** Returns the connection to a sandbox in this process. Closes it and rejects if it has no operator. */
export async function connectTo({ operatorToken, tenants, ...running }: RunningSandbox): Promise<SandboxConnection> {
  if (operatorToken === undefined) {
    await running.close();
    throw new Error(
      'the option operatorToken is required for a host that is not loopback: give one, or listen on 127.0.0.1',
    );
  }
  const { url, caFile, fetch, settled } = running;
  let isClosed = false;
  return {
    ...{ url, caFile, fetch, settled, operatorToken },
    keys: listActiveKeys(tenants, Date.parse(running.start)),
    async fork(options) {
      const { createFork } = await import('./remote-workspace.ts');
      const server = { url, caFile, fetch, isClosed: () => isClosed };
      return createFork(server, { url, operatorToken, fetch, world: 'main' }, options);
    },
    close() {
      isClosed = true;
      return running.close();
    },
  };
}

/** Returns the sandbox of a connection. */
export function createSandbox(running: SandboxConnection): Sandbox {
  const { operatorToken, keys: activeKeys } = running;
  const send: Sandbox['fetch'] = (input, init) => {
    const place = typeof input === 'string' && input.startsWith('/') ? `${running.url}${input}` : input;
    return running.fetch(createRequest(place, init));
  };
  const asOperator = { Authorization: `Bearer ${operatorToken}` };
  const call = createCall(createSender(running));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= running.close();
    return closing;
  };
  const shown = async (clock: Promise<{ readonly now: string }>): Promise<Date> => new Date((await clock).now);

  return {
    url: running.url,
    caFile: running.caFile,
    keys: makeStrictKeys(activeKeys),
    operatorToken,
    fetch: send,
    clock: {
      now: () => shown(call('getClock')),
      advance: (by) =>
        shown(call('advanceClock', { body: { by: typeof by === 'number' ? by : (toIsoDuration(by) ?? by) } })),
      set: (to) => shown(call('setClock', { body: { to: typeof to === 'string' ? to : to.toISOString() } })),
      run: (speed = 1) => shown(call('runClock', { body: { speed } })),
      freeze: () => shown(call('freezeClock', { body: {} })),
    },
    trigger: ((name: EventType | OutcomeName, options: object = {}) =>
      isOutcomeName(name)
        ? triggerOneOutcome(call, name, options)
        : triggerOneEvent(call, name, options)) as Sandbox['trigger'], // the overloads distinguish the names
    async play(name) {
      const { runScenario } = await import('../scenarios/run-scenario.ts');
      return runScenario(name, { fetch: send, operatorHeaders: asOperator, keys: activeKeys });
    },
    destinations: createDestinations(call),
    faults: createFaults(call),
    deliveries: (filter = {}) => fetchSandboxDeliveries(call, filter),
    requests: createRequests(call),
    inbox: (destination) => readInboxMessages(call, destination),
    async settled(options = {}) {
      checkOptions('sandbox.settled', options, { timeoutMs: wholeNumber(0) });
      const { timeoutMs = 20_000 } = options;
      if (!(await running.settled(timeoutMs)))
        throw new Error(`deliveries were still in progress after ${timeoutMs} ms`);
    },
    async reset(options = {}) {
      checkOptions('sandbox.reset', options, RESET_RULES);
      const { tenantId, newIds = false, keepDestinations = false } = options;
      await call('resetSandbox', {
        body: { new_ids: newIds, tenant_id: tenantId, keep_destinations: keepDestinations },
      });
    },
    fork: async (options = {}) => createSandbox(await running.fork(options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function triggerOneEvent(
  call: CallOperation,
  eventType: EventType,
  options: TriggerOptions<EventType>,
): Promise<TriggeredEvent> {
  checkOptions('sandbox.trigger', options, TRIGGER_RULES);
  const { terminalId, connectorId, accountId, parameters, resolve, dryRun, advance = false } = options;
  const request = {
    event_type: eventType,
    terminal_id: terminalId,
    connector_id: connectorId,
    account_id: accountId,
    parameters,
    resolve,
    dry_run: dryRun,
  };
  return presentTriggered(await triggerEvent(call, request, advance));
}

async function triggerOneOutcome(
  call: CallOperation,
  outcome: OutcomeName,
  options: OutcomeOptions<OutcomeName>,
): Promise<TriggeredOutcome> {
  checkOptions('sandbox.trigger', options, OUTCOME_RULES);
  const { id, terminalId, accountId, parameters, dryRun, advance = false } = options;
  const request = { outcome, id, terminal_id: terminalId, account_id: accountId, parameters, dry_run: dryRun };
  const { triggered, events, deliveries } = await triggerOutcome(call, request, advance);
  return {
    id: triggered.id,
    state: triggered.state,
    happensAt: new Date(triggered.happens_at),
    happensAfterSeconds: triggered.happens_after_seconds,
    causes: triggered.causes,
    events: events ?? [],
    deliveries: deliveries ?? [],
  };
}

const OUTCOME_RULES: OptionRules<Required<OutcomeOptions<OutcomeName>>> = {
  id: anything,
  terminalId: anything,
  accountId: anything,
  parameters: anything,
  dryRun: anything,
  advance: flag,
};

const TRIGGER_RULES: OptionRules<Required<TriggerOptions<EventType>>> = {
  terminalId: anything,
  connectorId: anything,
  accountId: anything,
  parameters: anything,
  resolve: anything,
  dryRun: anything,
  advance: flag,
};

const RESET_RULES = { tenantId: anything, newIds: anything, keepDestinations: anything };

function presentTriggered({ provoked, events, deliveries }: TriggerResult): TriggeredEvent {
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
