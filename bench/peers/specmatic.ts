import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transport } from '../../conformance/index.ts';
import { serveTarget } from '../../conformance/lab/targets/serve.ts';
import { type FeedElement, parseXml } from '../../conformance/oracles/rss.ts';
import { ended } from '../children.ts';
import { framed } from './framing.ts';
import { isObject } from './paths.ts';
import type { Remarks } from './prism.ts';

/** What Specmatic has to know to test a service. */
export interface SpecmaticOptions {
  readonly jar: string;
  readonly document: unknown;
  /** Sent with every request, under the name of the security scheme. */
  readonly key: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** No run of the tests that were measured takes that long. */
const PATIENCE_MS = 60_000;

/**
 * What Specmatic's contract tests complain of: each test that failed, and where in the answer it saw what. Undefined when
 * it came to no end.
 */
export async function specmaticOn(transport: Transport, options: SpecmaticOptions): Promise<Remarks | undefined> {
  const { jar, document, key, folder, signal } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(document));
  const served = await serveTarget(framed(transport));
  try {
    await ended({
      command: 'java',
      args: [
        ...['-jar', jar, 'test', 'contract.json', '--lenient', '--filter', "METHOD='GET'"],
        ...['--testBaseURL', served.baseUrl, '--junitReportDir', 'junit', '--timeout', '10'],
      ],
      env: Object.fromEntries(schemesOf(document).map((name) => [name, key])),
      cwd: folder,
      logFile: join(folder, 'specmatic.log'),
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
  } finally {
    await served.close();
  }
  return remarksIn(join(folder, 'junit'));
}

/** Specmatic takes keys from variables that are named like the schemes of the contract. */
function schemesOf(document: unknown): readonly string[] {
  const components = isObject(document) ? document.components : undefined;
  const schemes = isObject(components) ? components.securitySchemes : undefined;
  return isObject(schemes) ? Object.keys(schemes) : [];
}

function remarksIn(folder: string): Remarks | undefined {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
  if (files.length === 0) return undefined;
  return new Set(
    files.flatMap((file) => {
      const parsed = parseXml(readFileSync(join(folder, file)));
      if ('problem' in parsed) throw new Error(`${file}: ${parsed.problem}`);
      return casesIn(parsed.root).flatMap(remarkOn);
    }),
  );
}

const casesIn = (element: FeedElement): readonly FeedElement[] =>
  element.name === 'testcase' ? [element] : element.children.flatMap(casesIn);

function remarkOn({ attributes, children }: FeedElement): readonly string[] {
  const failure = children.find(({ name }) => name === 'failure' || name === 'error');
  if (failure === undefined) return [];
  const rules = (failure.attributes.message ?? failure.text).match(/R\d{4}|>> \S+/g) ?? [];
  return [JSON.stringify([attributes.name, [...new Set(rules)].map((one) => one.replaceAll(/\d+\]/g, ']'))])];
}
