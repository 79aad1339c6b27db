import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { probes } from '../../conformance/receiver/all-probes.ts';
import type { Probe } from '../../conformance/receiver/core/probe.ts';
import { SAMPLE_SECRETS } from '../../conformance/receiver/probes/signatures/public-secrets.ts';
import { loadScheme } from '../../conformance/webhooks/scheme-file.ts';
import { type FaultyReceiver, startFaultyReceiver } from '../../lab/receiver-faults/receiver.ts';
import { listDocumentExamples, ROOT, readMarkdown } from '../dev/test-documents.ts';
import { findBuiltModule } from './testing/built-code.ts';
import { runFleetkit } from './testing/run-cli.ts';
import { startSampleReceiver } from './testing/sample-receiver.ts';

/* Runs the commands of docs/receiving-webhooks.md and compares their output with the quoted output. */

const guide = readMarkdown('docs/receiving-webhooks.md');
const ADDRESS = 'http://127.0.0.1:3000/hooks';
const [, SECRET = ''] = /FLEETKIT_WEBHOOK_SECRET=(\S+)/.exec(guide.text) ?? [];
const quotes = guide.fences.filter(({ language }) => language === 'text').map(({ lines }) => lines.join('\n'));

/** Returns the output of the documented command for the receiver at a URL, without the parts that differ between runs. */
async function check(url: string): Promise<string> {
  const [line] = listDocumentExamples(guide, 'npx fleetkit receiver check http').map((example) => example.line);
  const given = line?.replace(ADDRESS, url).split(' ').slice(2) ?? [];
  const { stdout } = await runFleetkit(given, { env: { FLEETKIT_WEBHOOK_SECRET: SECRET } });
  return toComparable(stdout.replaceAll(url, ADDRESS));
}

const toComparable = (text: string): string =>
  text
    .replaceAll(/\d+ deliveries in \d+\.\d s/g, 'deliveries in a while')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC, fleetkit [\w.-]+/g, 'once')
    .trim();

describe('docs/receiving-webhooks.md', () => {
  test('quotes the output for a correct receiver', async () => {
    const file = join(ROOT, 'docs/receivers/node-plain/receiver.mjs');
    const receiver = await startSampleReceiver([process.execPath, file], SECRET);
    try {
      expect(toComparable(quotes[0] ?? '')).toBe(await check(receiver.url));
    } finally {
      receiver.end();
    }
  });

  test('quotes the output for a receiver that re-serialises bodies', async () => {
    const receiver = await startFaultyReceiver({ secret: SECRET, faults: ['body-rewritten'] });
    try {
      expect(await check(receiver.url)).toContain(toComparable(quotes[1] ?? 'nothing is quoted'));
    } finally {
      await receiver.close();
    }
  });

  test('quotes the output for a receiver that does not decode its secret', async () => {
    const receiver = await startFaultyReceiver({ secret: SECRET, faults: ['secret-undecoded'] });
    try {
      expect(await check(receiver.url)).toContain(toComparable(quotes[2] ?? 'nothing is quoted'));
    } finally {
      await receiver.close();
    }
  });

  test('shows a program that accepts only correct receivers', async () => {
    const [shown] = guide.fences.filter(({ language }) => language === 'ts');
    const library = pathToFileURL(findBuiltModule('conformance/index.js') ?? join(ROOT, 'conformance/index.ts')).href;
    const program = shown?.lines.join('\n').replace('fleetkit/conformance', library) ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'fleetkit-program-'));
    const file = join(folder, 'program.ts');
    writeFileSync(file, `const [url = '', secret = ''] = process.argv.slice(2);\n${program}\n`);
    const [correct, faulty] = await Promise.all([
      startFaultyReceiver({ secret: SECRET }),
      startFaultyReceiver({ secret: SECRET, faults: ['never-old'] }),
    ]);
    try {
      const run = ({ url }: FaultyReceiver) => promisify(execFile)(process.execPath, [file, url, SECRET]);
      expect(await run(correct)).toEqual({ stdout: '', stderr: '' });
      await expect(run(faulty)).rejects.toThrow('✗ stale');
    } finally {
      await Promise.all([correct.close(), faulty.close()]);
      rmSync(folder, { recursive: true });
    }
  });

  test('shows the same check of a signature as the sample in plain Node.js', () => {
    const [shown] = guide.fences.filter(({ language }) => language === 'js');
    const sample = readMarkdown('docs/receivers/node-plain/receiver.mjs').text.replaceAll(/^ +/gm, '');
    expect(shown?.lines.length).toBeGreaterThan(5);
    expect(sample).toContain(shown?.lines.map((line) => line.trim()).join('\n'));
  });

  test('shows a valid scheme file', () => {
    const [shown] = guide.fences.filter(({ language }) => language === 'yaml');
    const read = loadScheme(shown?.lines.join('\n') ?? '', 'acme.yaml');
    expect('scheme' in read ? read.scheme.signedContent : read.problem).toBe('{id}:{body}');
  });

  test('shows the secret that the check sends as a public one', () => {
    expect(Object.values(SAMPLE_SECRETS)).toContain(SECRET);
    expect(readMarkdown('README.md').text.match(/whsec_secw\S+/g)).toEqual([SECRET, SECRET]);
  });

  test('lists every probe in its table', () => {
    expect(guide.text).toContain(formatTable(probes));
  });
});

const DUE = { taken: '2xx', refused: '4xx', handled: '2xx or 4xx', 'not-taken': 'not 2xx', any: 'any' } as const;

/** The probes as a Markdown table, with the usual cause of a failure. */
function formatTable(all: readonly Probe[]): string {
  const rows = all.map(({ id, level, expects, title, usual }) => {
    const due = `${DUE[expects]}${level === 'advice' ? ', advice' : ''}`;
    const code = `Example: \`${escapeCell(usual.line)}\`. Fix: \`${escapeCell(usual.instead)}\``;
    return `| \`${id}\` | ${due} | ${title} | ${usual.words} ${code} |`;
  });
  return ['| Probe | Expected | What is sent | Usual cause of a failure |', '|---|---|---|---|', ...rows].join('\n');
}

/** Within a table a bar would end the cell. */
const escapeCell = (code: string): string => code.replaceAll('|', '\\|');
