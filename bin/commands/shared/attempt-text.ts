import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toPrintable } from './printable.ts';

/* Formats attempts as text. Responses of receivers are made printable. */

type Attempt = SandboxSchemas['Attempt'];

/** Formats the result and the duration: `answered 500 in 12.1 ms (first byte 11.8)`. */
export function formatAttemptResult({ response, error, timings_ms: timings }: Attempt): string {
  const { total, dns, connect, tls, first_byte: firstByte } = timings;
  const parts = Object.entries({ dns, connect, tls, 'first byte': firstByte }).flatMap(([name, ms]) =>
    ms === null ? [] : [`${name} ${ms}`],
  );
  const took = `${total} ms${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
  if (response === null) return `${error?.code ?? 'no answer'} after ${took}`;
  const isIncomplete = error !== null && error.code !== 'status' && error.code !== 'redirect';
  const status = response.status ?? JSON.stringify(response.status_text);
  return `answered ${status}${isIncomplete ? ` (${error.code})` : ''} in ${took}`;
}

/** Formats the whole attempt: request, response, next attempt. */
export function formatAttempt(attempt: Attempt): readonly string[] {
  const { number, trigger, due_at: due, sent_at: sent, request, response, error, next_attempt: next } = attempt;
  return [
    `Attempt ${number} (${trigger})`,
    `  due ${due}, sent ${sent} of real time`,
    `  POST ${toPrintable(request.url ?? 'through a listener')}`,
    ...formatHeaders(request.headers),
    `  ${formatAttemptResult(attempt)}`,
    ...(response === null ? [] : [...formatHeaders(response.headers), ...formatBody(response)]),
    ...(error === null ? [] : [`  ${toPrintable(error.message)}`]),
    ...(next === null ? [] : [`  Next attempt due ${next.at}${next.clock === 'real' ? ' of real time' : ''}`]),
  ];
}

const formatHeaders = (headers: SandboxSchemas['HeaderTexts']): readonly string[] =>
  Object.entries(headers).map(([name, value]) => toPrintable(`    ${name}: ${value}`));

function formatBody({ body, truncated }: SandboxSchemas['AttemptResponse']): readonly string[] {
  if (body === '') return [];
  return ['', ...indentLines(body), ...(truncated ? ['    (the rest was not stored)'] : []), ''];
}

const indentLines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => `    ${toPrintable(line)}`);
