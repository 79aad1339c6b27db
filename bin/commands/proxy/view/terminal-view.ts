import { neutralised } from '../../../../conformance/index.ts';
import type { ProxyEvent } from '../../../../conformance/proxy/proxy.ts';
import { type EventLine, toEventLine } from './event-line.ts';

/** Further notices of one kind are counted in the report only. */
const MOST_NOTICES_OF_A_KIND = 3;

/** Writes a line to standard error, without characters that a terminal interprets. */
export const print = (line: string): void => void process.stderr.write(`${neutralised(line)}\n`);

/** Prints an event as one line. */
export function printEvent(event: ProxyEvent): void {
  if (event.type === 'notice' && event.count > MOST_NOTICES_OF_A_KIND) return;
  print(`${new Date().toTimeString().slice(0, 8)}  ${formatLine(toEventLine(event))}`);
}

export const formatLine = ({ kind, rule, where, text }: EventLine): string =>
  [
    kind.toUpperCase().padEnd(6),
    ...(rule === undefined ? [] : [rule]),
    where === undefined ? text : `${where}: ${text}`,
  ].join('  ');
