import { formatInstant, formatMoney } from '../../../spec/formats.ts';
import type { EventType } from '../../../spec/index.ts';
import type { DataValue, IncidentData } from '../rules/evaluation/incident.ts';

/** How to format a member of an event's data, or the members of list items. */
type Writing = 'plain' | 'money' | 'instant' | Shape;
type Shape = { readonly [member: string]: Writing };

const responseCounts: Shape = { response: 'plain', responseText: 'plain', count: 'plain' };
const window: Shape = { windowStart: 'instant', windowEnd: 'instant' };

/** The members of each event's data in the contract's order. Other members of a rule's data are not sent. */
const shapes: Readonly<Record<EventType, Shape>> = {
  heartbeat_stale: {
    lastHeartbeatAt: 'instant',
    heartbeatIntervalSeconds: 'plain',
    minutesSilent: 'plain',
    lastTransactionAt: 'instant',
    linkType: 'plain',
    signalQuality: 'plain',
    locationName: 'plain',
  },
  processor_outage: {
    connectorId: 'plain',
    connectorName: 'plain',
    connectorType: 'plain',
    status: 'plain',
    consecutiveEchoFailures: 'plain',
    requests: 'plain',
    technicalDeclines: 'plain',
    timeouts: 'plain',
    dominantResponse: 'plain',
    affectedTerminalCount: 'plain',
    failoverActive: 'plain',
  },
  communication_flapping: {
    transitions: 'plain',
    windowMinutes: 'plain',
    longestOfflineSeconds: 'plain',
    linkType: 'plain',
    rsrpDbm: 'plain',
    connectorId: 'plain',
  },
  cash_low: {
    cassette: 'plain',
    denomination: 'money',
    notesRemaining: 'plain',
    lowThresholdNotes: 'plain',
    amountRemaining: 'money',
    averageDailyDispense: 'money',
    hoursToEmpty: 'plain',
    lastLoadedAt: 'instant',
  },
  cash_out: {
    amountRemaining: 'money',
    minWithdrawal: 'money',
    cassettes: { position: 'plain', denomination: 'money', notesRemaining: 'plain', status: 'plain' },
    emptySince: 'instant',
    lostWithdrawalsEstimate: 'plain',
    lastLoadedAt: 'instant',
  },
  dispenser_fault: {
    device: 'plain',
    errorCode: 'plain',
    errorText: 'plain',
    vendor: 'plain',
    model: 'plain',
    condition: 'plain',
    isServiceAffecting: 'plain',
    failedDispenseCount: 'plain',
    lastSuccessAt: 'instant',
  },
  compliance_expiration: {
    itemId: 'plain',
    itemType: 'plain',
    scope: 'plain',
    reference: 'plain',
    expiresDate: 'plain',
    daysToExpiry: 'plain',
    notice: 'plain',
    replacementHint: 'plain',
  },
  location_risk_change: {
    locationId: 'plain',
    locationName: 'plain',
    previousBand: 'plain',
    newBand: 'plain',
    previousScore: 'plain',
    newScore: 'plain',
    drivers: 'plain',
    assessedAt: 'instant',
  },
  decline_spike: {
    ...window,
    attempts: 'plain',
    declines: 'plain',
    declineRate: 'plain',
    baselineRate: 'plain',
    topResponses: responseCounts,
    businessDeclines: 'plain',
    technicalDeclines: 'plain',
  },
  approval_rate_drop: {
    ...window,
    attempts: 'plain',
    approved: 'plain',
    approvalRate: 'plain',
    baselineRate: 'plain',
    connectorId: 'plain',
    network: 'plain',
    businessDeclines: 'plain',
    technicalDeclines: 'plain',
    affectedTerminalCount: 'plain',
  },
  reversal_spike: {
    ...window,
    approvedWithdrawals: 'plain',
    reversals: 'plain',
    reversalRate: 'plain',
    reversedAmount: 'money',
    reversalCodes: { code: 'plain', text: 'plain', count: 'plain' },
    lastTransactionIds: 'plain',
  },
  high_decline_velocity: {
    ...window,
    declines: 'plain',
    distinctCards: 'plain',
    topResponses: responseCounts,
    firstTransactionId: 'plain',
    lastTransactionId: 'plain',
  },
  repeated_same_card_attempt: {
    cardRef: 'plain',
    pattern: 'plain',
    windowMinutes: 'plain',
    attempts: 'plain',
    approved: 'plain',
    declined: 'plain',
    amountApproved: 'money',
    terminalIds: 'plain',
    lastResponse: 'plain',
    lastTransactionId: 'plain',
  },
  command_failed: {
    commandId: 'plain',
    commandType: 'plain',
    finalState: 'plain',
    resultCode: 'plain',
    resultDetail: 'plain',
    attemptCount: 'plain',
    queuedAt: 'instant',
    completedAt: 'instant',
    requestedByUserId: 'plain',
  },
  provisioning_failed: {
    jobId: 'plain',
    payloadVersion: 'plain',
    failureStage: 'plain',
    resultCode: 'plain',
    resultDetail: 'plain',
    rolledBackToVersion: 'plain',
    isNewTerminal: 'plain',
  },
  settlement_mismatch: {
    batchId: 'plain',
    businessDate: 'plain',
    status: 'plain',
    ledgerAmount: 'money',
    hostTotalsAmount: 'money',
    terminalTotalsAmount: 'money',
    varianceAmount: 'money',
    expectedEntryCount: 'plain',
    actualEntryCount: 'plain',
    varianceTerminalIds: 'plain',
    basis: 'plain',
  },
};

/** A JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type JsonObject = Extract<JsonValue, { readonly [name: string]: JsonValue }>;

/** Formats the data of an event as the contract requires. @see gap events.payload */
export function presentEventData(type: EventType, data: IncidentData): JsonObject {
  return presentMembers(shapes[type], data);
}

function presentMembers(shape: Shape, data: IncidentData): JsonObject {
  return Object.fromEntries(
    Object.entries(shape).map(([member, writing]) => [snakeCase(member), presentValue(writing, data[member])]),
  );
}

function presentValue(writing: Writing, value: DataValue | undefined): JsonValue {
  if (value === undefined) throw new Error('a member of the event is missing');
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => presentItem(writing, item));
  if (typeof value === 'number' && writing === 'money') return formatMoney(value);
  if (typeof value === 'number' && writing === 'instant') return formatInstant(value);
  return value as string | number | boolean; // lists were handled above
}

const presentItem = (writing: Writing, item: string | IncidentData): JsonValue =>
  typeof item === 'string' || typeof writing === 'string' ? String(item) : presentMembers(writing, item);

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
