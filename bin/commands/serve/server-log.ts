import { createLogRedactor, type Redact } from '../../../server/http/edge/redaction.ts';
import type { AuditEntry } from '../../../server/http/operations/audit.ts';
import type { FaultyPart, OperationsObserver } from '../../../server/http/operations/operations.ts';
import type { AccessEntry, AccessLog } from '../../../server/http/request/1-start/access-log.ts';
import { formatAccessEntry } from './access-log.ts';
import { toAscii } from './ascii.ts';

export type LogForm = 'text' | 'json' | 'off';
type LogLevel = 'info' | 'warn' | 'error';

/** Something that happened to the server, apart from requests. */
export interface ServerEvent {
  readonly level: LogLevel;
  /** Lower-case words with underscores. */
  readonly event: string;
  /** One sentence for people. Without it, the event is written as JSON only. */
  readonly message?: string;
  /** Further lines of the message. A line break inside a line is escaped, because others may have written the text. */
  readonly moreLines?: readonly string[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface ServerLogOptions {
  readonly form: LogForm;
  /** Writes a line without its end. */
  readonly write: (line: string) => void;
  /** Writes a line of the audit log. Undefined: there is no file. */
  readonly writeAudit?: ((line: string) => void) | undefined;
  readonly operatorToken?: string | undefined;
  /** Returns the present time of the system clock. */
  readonly now?: () => Date;
}

/** The log of a server: requests, events, faults and the audit log. It never contains credentials. */
export class ServerLog implements OperationsObserver {
  readonly #options: ServerLogOptions;
  readonly #redact: Redact;

  constructor(options: ServerLogOptions) {
    this.#options = options;
    this.#redact = createLogRedactor(options.operatorToken);
  }

  /** Logs a request. */
  readonly access: AccessLog = (entry) => {
    const { form, write } = this.#options;
    if (form === 'off' && entry.defect === undefined) return;
    const time = form === 'json' ? this.#readTime() : '';
    const prefix = { time, level: entry.status < 500 ? 'info' : 'error', event: 'request' };
    for (const text of formatAccessEntry(form, entry, prefix)) write(text);
  };

  /** Logs an event. With `text` and `off`, people get the message of warnings and errors, and with `text` all messages. */
  event({ level, event, message, moreLines = [], fields }: ServerEvent): void {
    const { form, write } = this.#options;
    const lines = message === undefined ? [] : [message, ...moreLines];
    if (form === 'json')
      write(
        this.#formatLine({ level, event, ...(message === undefined ? {} : { message: lines.join('\n') }), ...fields }),
      );
    else if (level !== 'info' || form === 'text') for (const line of lines) write(toAscii(this.#redact(line)));
  }

  onRequest({ status, defect, requestId, operationId }: AccessEntry): void {
    if ((status !== 507 && status !== 503) || defect === undefined) return;
    const [message = ''] = defect.split('\n');
    this.event({
      level: 'error',
      event: 'storage_fault',
      fields: { message, request_id: requestId, operation_id: operationId },
    });
  }

  onFault(part: FaultyPart, fault: unknown): void {
    const message = `${part.replaceAll('_', ' ')}: ${fault instanceof Error ? fault.message : String(fault)}`;
    this.event({ level: 'error', event: 'fault', message, fields: { part } });
  }

  onAudit(entry: AuditEntry): void {
    const { form, write, writeAudit } = this.#options;
    const line = this.#formatLine({
      level: 'info',
      event: 'audit',
      actor: 'operator',
      ...(entry.workspaceId === undefined ? {} : { workspace_id: entry.workspaceId }),
      client_address: entry.clientAddress,
      operation_id: entry.operationId,
      method: entry.method,
      target: entry.path,
      details: entry.details,
      outcome: entry.outcome,
      status: entry.status,
      code: entry.code,
      request_id: entry.requestId,
    });
    if (form === 'json') write(line);
    try {
      writeAudit?.(line);
    } catch (error) {
      this.onFault('audit_log', error);
    }
  }

  #formatLine(members: object): string {
    const clean = (_: string, value: unknown): unknown => (typeof value === 'string' ? this.#redact(value) : value);
    return toAscii(JSON.stringify({ time: this.#readTime(), ...members }, clean));
  }

  #readTime(): string {
    return (this.#options.now?.() ?? new Date()).toISOString();
  }
}
