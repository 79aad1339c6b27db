import { neutralised } from '../../../conformance/index.ts';
import type { ProxyEvent } from '../../../conformance/proxy/proxy.ts';

/** Shows events of a proxy as lines of standard error. */
export interface TerminalView {
  show(event: ProxyEvent): void;
}

/** Further notices of one kind are counted in the report only. */
const MOST_NOTICES_OF_A_KIND = 3;

/** Writes a line to standard error, without characters that a terminal interprets. */
export const print = (line: string): void => void process.stderr.write(`${neutralised(line)}\n`);

export const createTerminalView = ({ isQuiet }: { readonly isQuiet: boolean }): TerminalView => ({
  show(event) {
    if (isQuiet || (event.type === 'notice' && event.count > MOST_NOTICES_OF_A_KIND)) return;
    print(`${new Date().toTimeString().slice(0, 8)}  ${formatEvent(event)}`);
  },
});

/** Formats a violation or a notice as one line. */
export function formatEvent(event: ProxyEvent): string {
  if (event.type === 'notice') {
    const { method, message } = event.notice;
    return `NOTE    ${method === undefined ? '' : `${method}: `}${message}`;
  }
  if (event.type === 'relation') {
    const { decides, id, title, expected, saw, request } = event.check;
    return formatViolation({ decides, id, title, expected, saw, where: request?.operation ?? 'several requests' });
  }
  const { decides, rule, caller, expected, saw, request, title } = event.violation;
  return formatViolation({ decides, id: rule, title, expected, saw, where: `${request.operation} as ${caller}` });
}

interface ViolationLine {
  readonly decides: boolean;
  readonly id: string;
  readonly title: string;
  readonly where: string;
  readonly expected: string | undefined;
  readonly saw: string | undefined;
}

function formatViolation({ decides, id, title, where, expected, saw }: ViolationLine): string {
  const seen = saw === undefined ? '' : `; it was ${saw}`;
  const details = expected === undefined ? '' : ` Expected ${expected}${seen}`;
  return `${decides ? 'FAILED' : 'ADVICE'}  ${id}  ${where}: ${title}.${details}`;
}
