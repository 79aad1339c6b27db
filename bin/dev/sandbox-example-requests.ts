import type { SandboxOperationId } from '../../spec/sandbox-contract.ts';

/**
 * A request to the control plane whose reply is an example in its contract. A JSON Pointer in braces is replaced by a value from the reply
 * to an earlier request: `{createDestination/destination/destination_id}`. A body that is only an operation in braces is the whole reply to it.
 */
export interface SandboxExampleRequest {
  readonly operationId: SandboxOperationId;
  /** Ids in the path, in its order. */
  readonly ids?: readonly string[];
  readonly query?: string;
  readonly body?: Readonly<Record<string, unknown>> | string;
}

const inbox = '{createDestination/destination/destination_id}';
const token = '{createDestination/destination/url}';
const terminal = 'NW104233';

/** All requests, in an order in which one sandbox answers each of them with success. */
export const sandboxExampleRequests: readonly SandboxExampleRequest[] = [
  { operationId: 'getClock' },
  { operationId: 'createDestination', body: { inbox: true, account_id: 'acct_northway', name: 'Order service' } },
  { operationId: 'changeDestination', ids: [inbox], body: { name: 'Order service, staging' } },
  { operationId: 'createSubscription', ids: [inbox], body: { types: ['cash_*'], terminal_id: terminal } },
  {
    operationId: 'changeSubscription',
    ids: [inbox, '{createSubscription/subscription_id}'],
    body: { types: ['cash_out'], states: ['triggered'] },
  },
  { operationId: 'listProvokables' },
  { operationId: 'provokeEvent', body: { event_type: 'cash_out', terminal_id: terminal } },
  { operationId: 'advanceClock', body: { by: 'PT2H' } },
  { operationId: 'listEvents', query: 'type=cash_out&limit=1' },
  { operationId: 'listIncidents', query: 'type=cash_out&limit=1' },
  { operationId: 'listDeliveries', query: 'limit=1' },
  { operationId: 'getDelivery', ids: ['{listDeliveries/data/0/delivery_id}'] },
  { operationId: 'explainDelivery', ids: ['{listDeliveries/data/0/delivery_id}'], body: { attempt: 1 } },
  { operationId: 'replayDelivery', ids: ['{listDeliveries/data/0/delivery_id}'] },
  { operationId: 'testDestination', ids: [inbox], body: { type: 'cash_low', terminal_id: terminal } },
  { operationId: 'setInboxAnswers', ids: [token], body: { answers: [{ status: 500 }, { status: 200 }] } },
  { operationId: 'getInbox', ids: [token] },
  { operationId: 'emptyInbox', ids: [token] },
  { operationId: 'getDestinationStatistics', ids: [inbox] },
  { operationId: 'recoverDestination', ids: [inbox], body: { since: '2026-11-02T15:00:00Z', dry_run: true } },
  { operationId: 'listDestinations' },
  { operationId: 'getDestination', ids: [inbox] },
  { operationId: 'revealSecret', ids: [inbox] },
  { operationId: 'rotateSecret', ids: [inbox], body: { overlap_seconds: 3600 } },
  { operationId: 'expireSecrets', ids: [inbox] },
  { operationId: 'pauseDestination', ids: [inbox] },
  { operationId: 'resumeDestination', ids: [inbox] },
  { operationId: 'disableDestination', ids: [inbox] },
  { operationId: 'enableDestination', ids: [inbox] },
  { operationId: 'deleteSubscription', ids: [inbox, '{createSubscription/subscription_id}'] },
  { operationId: 'deleteDestination', ids: [inbox] },
  { operationId: 'listOutcomes' },
  { operationId: 'triggerOutcome', body: { outcome: 'dispute_won', dry_run: true } },
  { operationId: 'listJournalEntries', query: 'limit=2' },
  { operationId: 'exportJournal' },
  { operationId: 'importJournal', body: '{exportJournal}' },
  { operationId: 'runClock', body: { speed: 60 } },
  { operationId: 'freezeClock' },
  { operationId: 'setClock', body: { to: '2026-11-03T15:00:00Z' } },
  { operationId: 'listUsers' },
  { operationId: 'createSignInCode' },
  { operationId: 'signIn' },
  { operationId: 'issueKey', body: { user_id: 'usr_nw_admin', expires_in_seconds: 86_400 } },
  { operationId: 'listKeys' },
  { operationId: 'rotateKey', ids: ['{issueKey/key_id}'], body: { overlap_seconds: 600 } },
  { operationId: 'revokeKey', ids: ['{issueKey/key_id}'] },
  { operationId: 'createWorkspace', body: { name: 'Team blue', expires_in_seconds: 86_400 } },
  { operationId: 'listWorkspaces' },
  { operationId: 'getWorkspace', ids: ['{createWorkspace/workspace_id}'] },
  {
    operationId: 'extendWorkspace',
    ids: ['{createWorkspace/workspace_id}'],
    body: { expires_in_seconds: 172_800 },
  },
  { operationId: 'deleteWorkspace', ids: ['{createWorkspace/workspace_id}'] },
  {
    operationId: 'addFaultRule',
    body: { operation: 'createDispute', nth: [1], effect: { type: 'status', status: 503 } },
  },
  { operationId: 'listFaultRules' },
  { operationId: 'removeFaultRule', ids: ['{addFaultRule/fault_id}'] },
  {
    operationId: 'replaceFaultRules',
    body: { faults: [{ probability: 0.05, effect: { type: 'delay', delay_ms: 800 } }] },
  },
  { operationId: 'clearFaultRules' },
  { operationId: 'listMisbehaviours' },
  { operationId: 'switchMisbehaviour', ids: ['{listMisbehaviours/data/0/name}'], body: { is_on: true } },
  {
    operationId: 'startConformanceRun',
    body: { keys: [{ name: 'admin', key: 'sbx-northway-admin' }], depth: 'quick' },
  },
  { operationId: 'cancelConformanceRun', ids: ['{startConformanceRun/run_id}'] },
  { operationId: 'getConformanceRun', ids: ['{startConformanceRun/run_id}'] },
  { operationId: 'listConformanceRuns' },
  {
    operationId: 'startReceiverCheck',
    body: { url: 'http://127.0.0.1:9/hooks', secret: 'whsec_c2FtcGxlIHNlY3JldCBvZiAzMiBieXRlcywgcmVhZCE=' },
  },
  { operationId: 'listRequests', query: 'status=201' },
  { operationId: 'resetSandbox' },
];
