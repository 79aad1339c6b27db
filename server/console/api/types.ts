import type { Schemas } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';

/* The types of the two contracts that the console uses. */

export type Portal = Schemas['PortalSnapshot'];
export type PortalTerminal = Schemas['PortalTerminal'];
export type TerminalStatus = Schemas['TerminalStatus'];
export type Cash = NonNullable<TerminalStatus['cash']>;
export type Cassette = Schemas['Cassette'];
export type TransactionRow = Schemas['TransactionRow'];
export type TransactionList = Schemas['TransactionList'];
export type TransactionTimeline = Schemas['TransactionTimeline'];
export type DisputeCase = Schemas['DisputeCase'];
export type DisputeList = Schemas['DisputeList'];
export type SettlementBatch = Schemas['SettlementBatch'];
export type BatchList = Schemas['SettlementList'];
export type Derivation = Schemas['SettlementDerivation'];
export type EventType = SandboxSchemas['EventType'];

export type Attempt = SandboxSchemas['Attempt'];
export type Clock = SandboxSchemas['SandboxClock'];
export type Delivery = SandboxSchemas['Delivery'];
export type DeliveryDetail = SandboxSchemas['DeliveryDetail'];
export type Destination = SandboxSchemas['Destination'];
export type Exchange = SandboxSchemas['Exchange'];
export type Inbox = SandboxSchemas['Inbox'];
export type InboxAnswer = SandboxSchemas['InboxAnswer'];
export type Incident = SandboxSchemas['SandboxIncident'];
export type Provokable = SandboxSchemas['Provokable'];
export type Provoked = SandboxSchemas['ProvokedEvent'];
export type Outcome = SandboxSchemas['Outcome'];
export type TriggeredOutcome = SandboxSchemas['TriggeredOutcome'];
export type SandboxUser = SandboxSchemas['SandboxUser'];
export type IssuedKey = SandboxSchemas['IssuedKey'];
export type WebhookEvent = SandboxSchemas['WebhookEvent'];
export type EventPage = SandboxSchemas['EventList'];

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: { readonly has_more: boolean; readonly next_cursor: string | null };
}
