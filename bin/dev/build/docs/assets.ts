import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import type { SearchRecord } from '../../../../server/docs/search-index.ts';
import { readContract } from './contracts.ts';
import { markContract } from './reference-contract.ts';

import { describeUsers } from './users.ts';

/** A file that pages load. */
export interface PageAsset {
  /** How pages name it. */
  readonly name: string;
  /** Its path in `dist/pages/`. */
  readonly path: string;
  readonly content: string;
  /** The paths of the modules in a script. */
  readonly modules?: readonly string[];
}

/** The scripts in `server/docs/`, by the name of their asset. */
const SCRIPTS = {
  'docs.js': { input: 'main.ts', format: 'esm' },
  'docs-search.js': { input: 'search.ts', format: 'esm' },
  'docs-theme.js': { input: 'theme.ts', format: 'iife' },
  'docs-reference.js': { input: 'reference/main.ts', format: 'esm' },
} as const;

/** Builds the assets of the documentation. */
export async function buildAssets(root: string, records: readonly SearchRecord[]): Promise<readonly PageAsset[]> {
  const scripts = Object.entries(SCRIPTS).map(async ([name, script]) => {
    const { code, moduleIds } = await bundle(root, script);
    return { ...toAsset(name, code), modules: moduleIds };
  });
  const swagger = dirname(createRequire(join(root, 'package.json')).resolve('swagger-ui-dist'));
  const readSwagger = (file: string): string => readFileSync(join(swagger, file), 'utf8');
  return [
    ...(await Promise.all(scripts)),
    toAsset('docs.css', joinStyles(root, ['server/console/styles/1-base.css', 'server/docs/styles/*.css'])),
    toAsset('docs-reference.css', joinStyles(root, ['server/docs/reference/*.css'])),
    toAsset('docs-search.json', JSON.stringify(records)),
    toAsset('docs-users.json', JSON.stringify(describeUsers())),
    toAsset('contract-service.json', JSON.stringify(markContract(readContract(root, 'service'), 'all'))),
    toAsset('contract-sandbox.json', JSON.stringify(markContract(readContract(root, 'sandbox'), 'operations'))),
    {
      ...toAsset('swagger-ui.js', readSwagger('swagger-ui-bundle.js').replace(/\n\/\/# sourceMappingURL=.*$/m, '')),
      modules: [join(swagger, 'swagger-ui-bundle.js')],
    },
    toAsset(
      'swagger-ui-license.txt',
      ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'].map(readSwagger).join('\n'),
    ),
  ];
}

function toAsset(name: string, content: string): PageAsset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { name, path: `assets/${name.replace(/\.\w+$/, `-${hash}$&`)}`, content };
}

async function bundle(
  root: string,
  script: { readonly input: string; readonly format: 'esm' | 'iife' },
): Promise<OutputChunk> {
  const build = await rolldown({
    cwd: root,
    input: join(root, 'server/docs', script.input),
    platform: 'browser',
    tsconfig: join(root, 'server/docs/tsconfig.json'),
    logLevel: 'warn',
  });
  const { output } = await build.generate({ format: script.format, minify: true, codeSplitting: false });
  await build.close();
  return output[0];
}

/** Joins style sheets in the order of their names, without comments and indentation. */
const joinStyles = (root: string, patterns: readonly string[]): string =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
    .map((path) =>
      readFileSync(join(root, path), 'utf8')
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/\s*\n\s*/g, '\n')
        .trim(),
    )
    .join('\n');
