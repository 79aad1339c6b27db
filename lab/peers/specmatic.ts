import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../bench/machine/child-processes.ts';
import type { Transport } from '../../conformance/index.ts';
import { type FeedElement, parseXml } from '../../conformance/reading/rss.ts';
import { serveTarget } from '../targets/serve.ts';
import { withoutFraming } from './framing.ts';
import { isObject } from './paths.ts';
import type { Findings } from './prism.ts';

/** Options of a Specmatic run. */
export interface SpecmaticOptions {
  readonly jar: string;
  readonly document: unknown;
  /** API key of all requests, for each security scheme. */
  readonly key: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Timeout of a run. */
const RUN_TIMEOUT_MS = 60_000;

/**
 * Runs Specmatic's contract tests. Returns each failed test with the location in the response, or undefined if the run did
 * not finish.
 */
export async function runSpecmatic(transport: Transport, options: SpecmaticOptions): Promise<Findings | undefined> {
  const { jar, document, key, folder, signal } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(document));
  const served = await serveTarget(withoutFraming(transport));
  try {
    await runCommand({
      command: 'java',
      args: [
        ...['-jar', jar, 'test', 'contract.json', '--lenient', '--filter', "METHOD='GET'"],
        ...['--testBaseURL', served.baseUrl, '--junitReportDir', 'junit', '--timeout', '10'],
      ],
      env: Object.fromEntries(listSecuritySchemes(document).map((name) => [name, key])),
      cwd: folder,
      logFile: join(folder, 'specmatic.log'),
      signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]),
    });
  } finally {
    await served.close();
  }
  return readReports(join(folder, 'junit'));
}

/** Returns the names of the security schemes. Specmatic reads keys from environment variables with these names. */
function listSecuritySchemes(document: unknown): readonly string[] {
  const components = isObject(document) ? document.components : undefined;
  const schemes = isObject(components) ? components.securitySchemes : undefined;
  return isObject(schemes) ? Object.keys(schemes) : [];
}

function readReports(folder: string): Findings | undefined {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
  if (files.length === 0) return undefined;
  return new Set(
    files.flatMap((file) => {
      const parsed = parseXml(readFileSync(join(folder, file)));
      if ('problem' in parsed) throw new Error(`${file}: ${parsed.problem}`);
      return listTestCases(parsed.root).flatMap(toFinding);
    }),
  );
}

const listTestCases = (element: FeedElement): readonly FeedElement[] =>
  element.name === 'testcase' ? [element] : element.children.flatMap(listTestCases);

function toFinding({ attributes, children }: FeedElement): readonly string[] {
  const failure = children.find(({ name }) => name === 'failure' || name === 'error');
  if (failure === undefined) return [];
  const rules = (failure.attributes.message ?? failure.text).match(/R\d{4}|>> \S+/g) ?? [];
  return [JSON.stringify([attributes.name, [...new Set(rules)].map((one) => one.replaceAll(/\d+\]/g, ']'))])];
}
