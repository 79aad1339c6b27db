import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type OutputChunk, rolldown } from 'rolldown';
import { joinLicences, listBundledPackages } from './bundled-packages.ts';
import { buildDocumentation } from './docs/index.ts';
import { removeOtherFiles, writeFiles } from './docs/write-files.ts';

/*
 * Builds the pages that the server shows to people: `dist/pages/console.html`, the documentation (`docs/`), and their assets,
 * which have a hash of their content in their names. `files.json` lists the files that may be served.
 */

/** The licences of the packages in the pages, and the list of these packages, beside the pages. They are not served. */
const LICENCES = 'licenses.txt';
const PACKAGES = 'packages.json';

/** The name of the list of files, beside the pages. */
export const PAGE_LIST = 'files.json';

/** Writes the pages of the checkout at `root` to `dist/pages/`. Returns the list of files as JSON. */
export async function writePages(root: string): Promise<string> {
  const folder = join(root, 'dist/pages');
  const scripts = await bundleScripts(root);
  const files = [
    { name: 'console', mark: 'css', content: joinStyles(root, '[1-4]-*.css') },
    { name: 'console-further', mark: 'further-css', content: joinStyles(root, '5-*.css') },
    { name: 'icon', mark: 'svg', content: readFileSync(join(root, 'server/console/icon.svg'), 'utf8') },
  ].map(({ name, mark, content }) => ({
    fileName: `${name}-${hash(content)}.${mark.replace('further-', '')}`,
    mark,
    content,
  }));
  const assets = [
    ...scripts.map(({ fileName, code, isEntry }) => ({ fileName, mark: isEntry ? 'js' : '', content: code })),
    ...files,
  ];

  mkdirSync(join(folder, 'assets'), { recursive: true });
  let page = readFileSync(join(root, 'server/console/console.html'), 'utf8');
  for (const { fileName, mark, content } of assets) {
    writeFileSync(join(folder, 'assets', fileName), content);
    writeFileSync(join(folder, 'assets', `${fileName}.br`), brotliCompressSync(content));
    if (mark !== '') page = page.replaceAll(`{${mark}}`, `/assets/${fileName}`);
  }
  writeFileSync(join(folder, 'console.html'), page);
  writeFileSync(join(folder, 'console-private.html'), page.replace('id="console"', '$& data-keys="private"'));
  const icon = assets.find(({ mark }) => mark === 'svg')?.fileName ?? '';
  const documentation = await buildDocumentation(root, `/assets/${icon}`);
  const modules = [
    ...scripts.flatMap(({ moduleIds }) => moduleIds),
    ...documentation.flatMap((file) => file.modules ?? []),
  ];
  writeFileSync(join(folder, LICENCES), joinLicences(modules));
  writeFileSync(join(folder, PACKAGES), JSON.stringify(listBundledPackages(modules)));
  await writeFiles(folder, documentation);
  const own = [...assets.map(({ fileName }) => `assets/${fileName}`), 'console.html', 'console-private.html'];
  const paths = [...own, ...documentation.map(({ path }) => path)];
  removeOtherFiles(folder, paths);
  const list = JSON.stringify(paths);
  writeFileSync(join(folder, PAGE_LIST), list);
  return list;
}

const hash = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

/** Modules that the first view imports: the page loads them as one script, and each view uses some. */
const FIRST = new RegExp(
  [
    String.raw`server/console/api/(base-path|event-stream|read-transactions|request|session)\.ts`,
    String.raw`server/console/format/(inbox-token|money|time|words)\.ts`,
    String.raw`server/console/parts/(badge|brand-mark|button|chart|fields|icons|dialogs/notices|panel|states|table|tiles|time)\.tsx`,
    String.raw`server/console/state/(?!row-walk|run-resource|submission)[\w-]+\.ts`,
    'node_modules/(preact|@preact|eventsource-parser)/',
  ].join('|'),
);

/** Modules that many other views import. */
const FURTHER = new RegExp(
  [
    String.raw`server/console/format/(failure-reason|signature-parts|visible-text)\.ts`,
    String.raw`server/console/parts/(code|confirm-button|dialogs/dialog|list-detail|members|tabs)\.tsx`,
    String.raw`server/console/state/submission\.ts`,
  ].join('|'),
);

/** Modules in place of those of Node.js, for the code of signatures, which the server and the console share. */
const BROWSER = 'server/console/views/signature/node';

/** Returns the programs that verify a signature, by file extension. */
const readVerifyingPrograms = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('docs/receivers/verify-*/*', { cwd: root }).map((path) => [
      path.split('.').at(-1) ?? '',
      readFileSync(join(root, path), 'utf8'),
    ]),
  );

/** Bundles the script of the console, and one of each view, which browsers load when the view is opened. */
async function bundleScripts(root: string): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'server/console/main.tsx'),
    platform: 'browser',
    tsconfig: join(root, 'server/console/tsconfig.json'),
    resolve: {
      alias: { 'node:crypto': join(root, BROWSER, 'crypto.ts'), 'node:zlib': join(root, BROWSER, 'zlib.ts') },
    },
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        VERIFYING_PROGRAMS: JSON.stringify(readVerifyingPrograms(root)),
      },
      inject: { Buffer: [join(root, BROWSER, 'buffer.ts'), 'Buffer'] },
    },
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'console-[hash].js',
    chunkFileNames: 'console-[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'shared', test: FIRST },
        { name: 'further', test: FURTHER },
      ],
    },
  });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
}

/** Joins the style sheets that match, in the order of their names, without comments and indentation. The first ones follow those of packages. */
function joinStyles(root: string, pattern: string): string {
  const chart = join(dirname(createRequire(join(root, 'package.json')).resolve('uplot')), 'uPlot.min.css');
  const own = globSync(`server/console/styles/${pattern}`, { cwd: root }).sort();
  return [...(pattern.startsWith('[1') ? [chart] : []), ...own.map((path) => join(root, path))]
    .map((path) =>
      readFileSync(path, 'utf8')
        .replaceAll(/\/\*.*?\*\//gs, '')
        .replaceAll(/\s*\n\s*/g, '\n')
        .trim(),
    )
    .join('\n');
}
