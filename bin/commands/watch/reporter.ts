import { toPrintable } from '../shared/printable.ts';
import { measureTextWidth } from '../shared/text-width.ts';
import { wrapParts } from '../shared/wrap-parts.ts';

/** An attempt or event, as text and as JSON. */
export interface WatchedItem {
  /** The cells of the columns, the sandbox time first. */
  readonly cells: readonly string[];
  /** The texts after the columns. */
  readonly details: readonly string[];
  readonly json: object;
}

export type NoticeKind = 'connected' | 'lost' | 'reset' | 'clock' | 'ended';

export interface Notice {
  readonly kind: NoticeKind;
  /** The sandbox time, if it is known. */
  readonly sandboxTime: string | undefined;
  readonly message: string;
  /** Included in JSON only. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Prints items and notices. */
export interface WatchReporter {
  item(item: WatchedItem): void;
  notice(notice: Notice): void;
}

/** The outputs and the line width. Undefined: no limit. */
export interface WatchOutput {
  readonly writeItem: (line: string) => void;
  readonly writeNotice: (line: string) => void;
  readonly columns: () => number | undefined;
}

/** A longer cell does not widen its column. */
const MAX_COLUMN_WIDTH = 40;

/** Prints a line for each item, in aligned columns, and a line for each notice. Lines that are too long continue indented. */
export function createTextReporter({ writeItem, writeNotice, columns }: WatchOutput): WatchReporter {
  const widths: number[] = [];
  return {
    item: ({ cells, details }) => {
      const padded = cells.map(toPrintable).map((cell, column) => {
        const width = Math.max(widths[column] ?? 0, Math.min(measureTextWidth(cell), MAX_COLUMN_WIDTH));
        widths[column] = width; // later lines cannot be known, so columns only become wider
        return cell + ' '.repeat(Math.max(0, width - measureTextWidth(cell)));
      });
      const parts = [...padded.filter((cell) => cell !== ''), ...details.map(toPrintable)];
      for (const line of wrapParts(parts, columns())) writeItem(line);
    },
    notice: ({ sandboxTime, message }) =>
      writeNotice(toPrintable(sandboxTime === undefined ? message : `${sandboxTime}  ${message}`)),
  };
}

/** Prints one JSON object per line; `kind` distinguishes items and notices. */
export function createJsonReporter(write: (line: string) => void): WatchReporter {
  return {
    item: ({ json }) => write(JSON.stringify(json)),
    notice: ({ kind, sandboxTime = null, message, more = {} }) =>
      write(JSON.stringify({ kind, sandbox_time: sandboxTime, message, ...more })),
  };
}
