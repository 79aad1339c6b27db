import { expect, test } from 'vitest';
import * as library from '../../conformance/index.ts';
import { checkSender } from '../../conformance/sender/check-sender.ts';
import { senderChecks } from '../../conformance/sender/checks/index.ts';
import { parseRecording } from '../../conformance/sender/core/delivery-record.ts';
import { observingPlan } from '../../conformance/sender/core/response-plan.ts';
import { senderReports } from '../../conformance/sender/reports/index.ts';
import { SCHEMES } from '../../conformance/webhooks/scheme.ts';
import { loadScheme } from '../../conformance/webhooks/scheme-file.ts';
import { sampleEvents } from '../../lab/sender-faults/events.ts';
import { senderFaults } from '../../lab/sender-faults/faults.ts';
import { correctSender, recordDeliveries } from '../../lab/sender-faults/sender.ts';
import { readMarkdown } from '../dev/test-documents.ts';
import { runFleetkit } from './testing/run-cli.ts';

/* Compares docs/checking-a-sender.md with the code. */

const document = readMarkdown('docs/checking-a-sender.md');
const findFence = (language: string) => {
  const found = document.fences.find((one) => one.language === language);
  if (found === undefined) throw new Error(`the document has no ${language}`);
  return found;
};
/** The cells of the table whose heading is this, row by row. */
const listRowsUnder = (heading: string) => {
  const table = document.text.split(`${heading}\n`)[1]?.split('\n\n')[0] ?? '';
  const rows = table.split('\n').filter((row) => row.startsWith('| '));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

test('lists every check with its level and its title', () => {
  expect(listRowsUnder('| Check | Level | Rule |')).toEqual(
    senderChecks.map(({ id, level, title }) => [`\`${id}\``, level, title]),
  );
});

test('lists every scheme with its header and its signed content', () => {
  expect(listRowsUnder('| Scheme | Signature in | Signed |')).toEqual(
    Object.values(SCHEMES).map((one) =>
      [one.name, one.signatureHeader, one.signedContent].map((text) => `\`${text}\``),
    ),
  );
});

test('shows a valid scheme and a valid line of a recording', () => {
  expect(loadScheme(findFence('yaml').lines.join('\n'), 'acme.yaml')).toHaveProperty('scheme.idHeader', 'x-acme-id');
  expect(parseRecording(findFence('json').lines.join('\n'), 'came.jsonl')).toHaveProperty(
    'recording.records.length',
    1,
  );
});

test('lists the responses of the plan', () => {
  expect(
    listRowsUnder('| Delivery | First response | Shows |').map(([delivery, answer]) => [delivery, answer]),
  ).toEqual([
    ['first', '200'],
    ['second', '500'],
    ['third', '503 with `Retry-After: 8`'],
    ['fourth', '302 to another path of the inbox'],
    ['fifth, with `--withhold 40s`', 'no response for 40 s'],
    ['any other, and every later attempt', '200'],
  ]);
  expect(observingPlan({ withholdMs: 40_000 })).toEqual([
    [],
    [{ kind: 'status', status: 500 }],
    [{ kind: 'status', status: 503, retryAfterSeconds: 8 }],
    [{ kind: 'redirect', status: 302 }],
    [{ kind: 'withheld', forMs: 40_000 }],
  ]);
});

test('quotes the report of a faulty sender', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
  const [, id] = /<!-- sender: ([\w-]+) -->\s*$/.exec(findFence('text').before) ?? [];
  const fault = senderFaults.find((one) => one.id === id);
  const recording = recordDeliveries({
    scheme: SCHEMES['standard-webhooks'],
    secrets: [secret],
    events: sampleEvents,
    plan: observingPlan(),
    behaviour: { ...correctSender, ...fault?.behaviour },
    startMs: Date.UTC(2027, 0, 14, 9, 30),
    listenMs: 60_000,
  });
  const text = senderReports.text(checkSender({ ...recording, secrets: [secret] }));
  expect(findFence('text').lines).toEqual(text.trimEnd().split('\n'));
});

test('names every option of the command', async () => {
  const { stdout: help } = await runFleetkit(['sender', 'check', '--help']);
  const options = [...new Set([...help.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option))];
  expect(options.length).toBeGreaterThan(15);
  expect(options.filter((option) => option !== '--help' && !document.text.includes(option))).toEqual([]);
});

test('imports only exports of the library', () => {
  const [, names = ''] = /import \{ ([^}]+) \}/.exec(findFence('ts').lines.join('\n')) ?? [];
  expect(names.split(', ').filter((name) => !Object.hasOwn(library, name))).toEqual([]);
});
