import type { IncomingMessage } from 'node:http';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import type { Redact } from '../edge/redaction.ts';
import type { Call } from '../exchange/call.ts';
import { recordBody } from './recorded-body.ts';
import { maskValue } from './sensitive-text.ts';

export type RecordedRequest = SandboxSchemas['RecordedRequest'];

/** Longest recorded value of a header or a parameter, in characters. */
const MAX_VALUE = 1024;

/** Returns what a call sent, without secrets; undefined for a call whose body is not captured. */
export function recordRequest(call: Call, { rawHeaders }: IncomingMessage, mask: Redact): RecordedRequest | undefined {
  const { capture, headers, queryString } = call;
  if (capture === undefined) return undefined;
  const show = (name: string, value: string): string => shorten(maskValue(name, value, mask));
  const values = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const before = values.get(name);
    const value = rawHeaders[index + 1] ?? '';
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return {
    query: [...new URLSearchParams(queryString)].map(([name, value]) => ({
      name: shorten(mask(name)),
      value: show(name, value),
    })),
    headers: Object.fromEntries([...values].map(([name, value]) => [shorten(mask(name)), show(name, value)])),
    body: recordBody(capture, { isSent, isForm, mask }),
  };
}

const shorten = (text: string): string =>
  (text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE)}…`).toWellFormed();
