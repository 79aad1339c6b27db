import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../server/http/operations/audit.ts';
import { type LogForm, ServerLog } from './server-log.ts';

const TOKEN = 'opr-for-tests-of-the-log-0123456789';
const TIME = '2026-11-02T15:00:00.000Z';

const audited: AuditEntry = {
  requestId: 'req_1',
  clientAddress: '192.0.2.7',
  operationId: 'advanceClock',
  method: 'POST',
  path: '/sandbox/clock/advance',
  details: { by: 60 },
  outcome: 'succeeded',
  status: 200,
  code: null,
};

/** Returns a log and its lines. */
function createLog(form: LogForm, writeAudit?: (line: string) => void) {
  const lines: string[] = [];
  const log = new ServerLog({
    form,
    write: (line) => void lines.push(line),
    writeAudit,
    operatorToken: TOKEN,
    now: () => new Date(TIME),
  });
  return { log, lines };
}

describe('server log', () => {
  it('writes events as one JSON object each, with level, time and event first, without credentials', () => {
    const { log, lines } = createLog('json');
    log.event({ level: 'warn', event: 'note', message: `The token is ${TOKEN}\nsecond`, fields: { key: 'sbx-a-b' } });
    log.onFault('deliveries', new Error(`no ${TOKEN}`));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: TIME,
        level: 'warn',
        event: 'note',
        message: expect.stringMatching(/^The token is opr-\.\.\./),
        key: 'sbx-...',
      },
      { time: TIME, level: 'error', event: 'fault', message: 'deliveries: no opr-...', part: 'deliveries' },
    ]);
    for (const line of lines) expect(line).toMatch(/^\{"time":"[^"]+","level":"[^"]+"[\x20-\x7e]*$/);
    expect(lines.join('')).not.toContain(TOKEN);
  });

  it('writes the lines of a message one by one, and escapes line breaks inside them', () => {
    const event = {
      level: 'error',
      event: 'start_failed',
      message: 'It needs:',
      moreLines: ['  one', '  t\nwo'],
    } as const;
    const text = createLog('text');
    text.log.event(event);
    expect(text.lines).toEqual(['It needs:', '  one', '  t\\u000awo']);
    const json = createLog('json');
    json.log.event(event);
    expect(JSON.parse(json.lines[0] ?? '')).toMatchObject({ message: 'It needs:\n  one\n  t\nwo' });
  });

  it.each([
    ['text', ['Metrics: here', 'workspaces: disk full']],
    ['off', ['workspaces: disk full']],
  ] as const)('writes messages for people with the form %s', (form, expected) => {
    const { log, lines } = createLog(form);
    log.event({ level: 'info', event: 'started', fields: { url: 'http://127.0.0.1' } });
    log.event({ level: 'info', event: 'metrics', message: 'Metrics: here' });
    log.onFault('workspaces', new Error('disk full'));
    log.onAudit(audited);
    expect(lines).toEqual(expected);
  });

  it('logs a request that failed because of the storage as an event too', () => {
    const { log, lines } = createLog('json');
    const request = { requestId: 'req_2', method: 'POST', path: '/v1/disputes', operationId: 'createDispute' } as const;
    const entry = { ...request, userId: null, isOperator: false, isAborted: false, durationMs: 1 };
    const failed = { ...entry, status: 507, problem: undefined, misbehaviours: [], defect: 'Error: disk full\n at x' };
    log.onRequest(failed);
    log.onRequest({ ...failed, defect: undefined }); // a quota
    log.onRequest({ ...failed, status: 500 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'error',
        event: 'storage_fault',
        message: 'Error: disk full',
        request_id: 'req_2',
      }),
    ]);
  });

  it('writes writes of the operator to the log and to the audit file', () => {
    const file: string[] = [];
    const { log, lines } = createLog('json', (line) => void file.push(line));
    log.onAudit({ ...audited, workspaceId: 'ws_0123456789ab' });
    expect(file).toEqual(lines);
    expect(JSON.parse(file[0] ?? '')).toEqual({
      time: TIME,
      level: 'info',
      event: 'audit',
      actor: 'operator',
      workspace_id: 'ws_0123456789ab',
      client_address: '192.0.2.7',
      operation_id: 'advanceClock',
      method: 'POST',
      target: '/sandbox/clock/advance',
      details: { by: 60 },
      outcome: 'succeeded',
      status: 200,
      code: null,
      request_id: 'req_1',
    });
  });

  it('reports that the audit file cannot be written, and continues', () => {
    const { log, lines } = createLog('off', () => {
      throw new Error('no space');
    });
    log.onAudit(audited);
    expect(lines).toEqual(['audit log: no space']);
  });
});
