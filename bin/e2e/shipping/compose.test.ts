import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { HEALTH_PATHS } from '../../../server/http/operations/health.ts';
import { readServeArguments } from './testing/deployed-options.ts';
import { listTexts, readDockerfile } from './testing/dockerfile.ts';

/* Checks deploy/compose.yaml and its proxy without Docker. */

const folder = join(import.meta.dirname, '../../../deploy');
const composeText = readFileSync(join(folder, 'compose.yaml'), 'utf8');
const caddyfile = readFileSync(join(folder, 'Caddyfile'), 'utf8');

interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly expose?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly read_only: boolean;
  readonly tmpfs: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt: readonly string[];
  readonly mem_limit: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(composeText, { merge: true }) as Compose; // its members are checked below
const services = Object.entries(compose.services);
const replicas = services.filter(([, { image }]) => image === 'fleetkit');
const [, replica] = replicas[0] ?? [];

test('starts a database, a proxy and two equal replicas', () => {
  expect(services.map(([name]) => name)).toEqual(['fleetkit-1', 'fleetkit-2', 'proxy', 'postgres']);
  expect(compose.services['fleetkit-2']).toEqual(compose.services['fleetkit-1']);
});

describe.each(services)('%s', (_, service) => {
  test('has a read-only file system, no new privileges, a memory limit and a health check', () => {
    expect(service.read_only).toBe(true);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.mem_limit).toMatch(/^\d+m$/);
    expect(service.healthcheck.test[0]).toBe('CMD');
    expect(service.tmpfs.length).toBeGreaterThan(0);
  });

  test('names the version of its image, unless it is built here', () => {
    if (service.image !== 'fleetkit') expect(service.image).toMatch(/^[a-z]+:\d+\.\d+/);
  });

  test('refers only to networks, volumes, secrets and services that exist', () => {
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining([...service.networks]));
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining([...(service.secrets ?? [])]));
    const named = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((name) => /^\w/.test(name));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {}))
      expect([compose.services[name]?.healthcheck === undefined, condition]).toEqual([false, 'service_healthy']);
  });
});

test('starts the replicas with options that exist, on the ports that it exposes', async () => {
  const { command, values, unknown } = await readServeArguments(replica?.command ?? []);
  expect([command, unknown]).toEqual(['serve', []]);
  expect(replica?.expose).toEqual([values.get('--port'), values.get('--metrics')?.split(':').at(-1)]);
  expect(listTexts(readDockerfile().at(-1), 'EXPOSE')).toEqual([values.get('--port')]);
});

test('stops a replica later than it drains', async () => {
  const { values } = await readServeArguments(replica?.command ?? []);
  expect(Number.parseInt(replica?.stop_grace_period ?? '', 10)).toBeGreaterThan(
    Number.parseInt(values.get('--drain-delay') ?? '', 10) + 7, // seconds for requests in flight
  );
});

test('reaches the replicas through the proxy only, and the database from the replicas only', () => {
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy']);
  expect(compose.networks.back?.internal).toBe(true);
  expect(compose.services.postgres?.networks).toEqual(['back']);
  expect(compose.services.proxy?.networks).toEqual(['front']);
});

test('proxies to each replica, and probes it on a path of the server', async () => {
  const { values } = await readServeArguments(replica?.command ?? []);
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? [];
  expect(upstreams.split(' ')).toEqual(replicas.map(([name]) => `${name}:${values.get('--port')}`));
  expect(HEALTH_PATHS).toContain(/health_uri (\S+)/.exec(caddyfile)?.[1]);
  const [, port, path = ''] = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(replica?.healthcheck.test.join(' ') ?? '') ?? [];
  expect([port, HEALTH_PATHS.includes(path)]).toEqual([values.get('--port'), true]);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(compose.services.proxy?.healthcheck.test.join(' ') ?? '')?.[0];
  expect(caddyfile).toContain(`${address} {`);
});

test('reads secrets from files outside the repository, and contains none', () => {
  const files = Object.values(compose.secrets).map(({ file }) => file);
  expect(files).toEqual(['./secrets/operator_token', './secrets/postgres_password']);
  expect(
    execFileSync('git', ['check-ignore', ...files], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n'),
  ).toEqual(files);
  expect(composeText).not.toMatch(/(password|token)["']?: (?!\/run\/secrets\/|\{)\S/i);
});

test('passes the secrets to the server in its environment, without a shell that remains', () => {
  const [shell = '', flags = '', script = '', ...rest] = replica?.entrypoint ?? [];
  const program = script
    .replaceAll('$$', '$') // as compose does
    .replaceAll(/cat \/run\/secrets\/(\w+)/g, 'echo secret-of-$1')
    .replace('exec fleetkit', 'exec printf "%s\\n" "$FLEETKIT_OPERATOR_TOKEN" "$FLEETKIT_DATABASE_URL"');
  const output = execFileSync(shell, [flags, program, ...rest, 'serve', '--log=json'], { encoding: 'utf8' });
  expect(output.trim().split('\n')).toEqual([
    'secret-of-operator_token',
    'postgres://fleetkit:secret-of-postgres_password@postgres:5432/fleetkit',
    'serve',
    '--log=json',
  ]);
});
