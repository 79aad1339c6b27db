import type { EntityKind } from './types.ts';

/** A value of the logical model, before the shape gives it a format. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Money
  | Instant
  | Reference
  | Code
  | LogicalRecord
  | readonly Value[];

export type MoneyUse = 'row' | 'total' | 'batch' | 'dispute';
export interface Money {
  readonly kind: 'money';
  readonly minor: number | null;
  readonly use: MoneyUse;
}

export type InstantUse = 'row' | 'other' | 'batch' | 'due';
export interface Instant {
  readonly kind: 'instant';
  readonly ms: number | null;
  readonly use: InstantUse;
  readonly offsetMinutes: number;
}

export interface Reference {
  readonly kind: 'reference';
  readonly to: EntityKind;
  readonly key: string;
  readonly label?: string;
}

export type CodeDomain = 'transaction-type' | 'account-type' | 'status' | 'response' | 'emv' | 'reason';
export interface Code {
  readonly kind: 'code';
  readonly domain: CodeDomain;
  readonly value: string;
}

/** The named fields of one thing. */
export interface LogicalRecord {
  readonly kind: 'record';
  readonly type: string;
  /** The entity that the record is about. */
  readonly about?: { readonly kind: EntityKind; readonly key: string };
  readonly fields: Readonly<Record<string, Value>>;
}

export function money(minor: number | null | undefined, use: MoneyUse): Money {
  return { kind: 'money', minor: minor ?? null, use };
}

export function instant(ms: number | undefined, use: InstantUse = 'other', offsetMinutes = 0): Instant {
  return { kind: 'instant', ms: ms ?? null, use, offsetMinutes };
}

export function reference(to: EntityKind, key: string, label?: string): Reference {
  return label === undefined ? { kind: 'reference', to, key } : { kind: 'reference', to, key, label };
}

export function code(domain: CodeDomain, value: string): Code {
  return { kind: 'code', domain, value };
}

export function record(
  type: string,
  fields: Readonly<Record<string, Value>>,
  about?: LogicalRecord['about'],
): LogicalRecord {
  return about === undefined ? { kind: 'record', type, fields } : { kind: 'record', type, about, fields };
}

export function isRecord(value: Value): value is LogicalRecord {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record';
}
