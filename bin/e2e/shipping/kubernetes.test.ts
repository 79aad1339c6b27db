import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../../package.json' with { type: 'json' };
import { HEALTH_PATHS } from '../../../server/http/operations/health.ts';
import { readServeArguments } from './testing/deployed-options.ts';
import { listTexts, readDockerfile } from './testing/dockerfile.ts';

/* Checks deploy/kubernetes/ without a cluster: that the manifests agree with each other, with the image and with the command. */

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly automountServiceAccountToken: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string; readonly emptyDir: object }[];
      };
    };
  };
}

const read = <Kind extends Manifest>(name: string): Kind => parse(readFileSync(join(folder, name), 'utf8')) as Kind; // tests read the members

const deployment = read<Deployment>('deployment.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const portNames = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));

test.each(readdirSync(folder))('%s describes a part of fleetkit', (file) => {
  const { kind, metadata } = read(file);
  expect(kind.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()).toBe(file.replace(/(\.example)?\.yaml$/, ''));
  expect(metadata).toEqual({ name: 'fleetkit', labels: { 'app.kubernetes.io/name': 'fleetkit' } });
});

test('every selector selects the pods', () => {
  const { labels } = deployment.spec.template.metadata;
  const service = read<Manifest & { spec: { selector: object } }>('service.yaml');
  const budget = read<Manifest & { spec: { selector: { matchLabels: object } } }>('pod-disruption-budget.yaml');
  const policy = read<Manifest & { spec: { podSelector: { matchLabels: object } } }>('network-policy.yaml');
  const selectors = [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
    policy.spec.podSelector.matchLabels,
  ];
  expect(selectors).toEqual(selectors.map(() => labels));
});

test('the server starts with options that exist, on the ports of the container', async () => {
  const { command, values, unknown } = await readServeArguments(container.args);
  expect([command, unknown]).toEqual(['serve', []]);
  expect(Object.fromEntries(portNames)).toEqual({
    http: Number(values.get('--port')),
    metrics: Number(values.get('--metrics')?.split(':').at(-1)),
  });
  expect(listTexts(readDockerfile().at(-1), 'EXPOSE')).toEqual([values.get('--port')]);
  expect(container.image.split(':').at(-1)).toBe(packageJson.version);
});

test('the service and the network policy name ports of the container', () => {
  const service = read<Manifest & { spec: { ports: { targetPort: string }[] } }>('service.yaml');
  expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  const policy = read<Manifest & { spec: { ingress: { ports: { port: number }[] }[] } }>('network-policy.yaml');
  expect(policy.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual([...portNames.values()]);
});

test('probes paths of the server, and restarts it only if it is not alive', () => {
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
  expect(probes.map(({ httpGet }) => httpGet.port)).toEqual(['http', 'http', 'http']);
  expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
  expect(HEALTH_PATHS).toEqual(expect.arrayContaining(probes.map(({ httpGet }) => httpGet.path)));
});

test('waits longer for the end of a pod than it drains', async () => {
  const { values } = await readServeArguments(container.args);
  const drainSeconds = Number.parseInt(values.get('--drain-delay') ?? '', 10);
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 7); // seconds for requests in flight
});

test('pods run as the user of the image, without privileges, on a read-only file system', () => {
  const [user, group] = listTexts(readDockerfile().at(-1), 'USER')[0]?.split(':').map(Number) ?? [];
  expect(pod.securityContext).toEqual({
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: group,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
  expect(pod.volumes.map(({ name }) => name)).toEqual(['tmp']);
  expect(Object.keys(container.resources.limits)).toEqual(['memory']);
  expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
});

test('secrets are in the environment and the example of the secret has no values', () => {
  const secret = read<Manifest & { stringData: Record<string, string> }>('secret.example.yaml');
  const keys = container.env.map(({ valueFrom }) => valueFrom?.secretKeyRef);
  expect(keys).toEqual(Object.keys(secret.stringData).map((key) => ({ name: secret.metadata.name, key })));
  expect(Object.values(secret.stringData)).toEqual(['', '']);
  expect(container.env.map(({ name }) => name)).toEqual(['FLEETKIT_DATABASE_URL', 'FLEETKIT_OPERATOR_TOKEN']);
});

test('a disruption stops one of the replicas at a time', () => {
  const budget = read<Manifest & { spec: { minAvailable: number } }>('pod-disruption-budget.yaml');
  expect(deployment.spec.replicas - budget.spec.minAvailable).toBe(1);
});

test('pods connect to names, the database and public addresses only', () => {
  interface Rule {
    readonly to: readonly { readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] } }[];
    readonly ports: readonly { readonly port: number; readonly endPort?: number }[];
  }
  const { egress } = read<Manifest & { spec: { egress: Rule[] } }>('network-policy.yaml').spec;
  const open = egress.filter(({ to }) => to.some(({ ipBlock }) => ipBlock !== undefined));
  expect(egress).toHaveLength(3);
  expect(open).toHaveLength(1);
  const excepted = open.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []));
  expect(excepted).toEqual(
    expect.arrayContaining([
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '169.254.0.0/16',
      'fc00::/7',
      'fe80::/10',
    ]),
  );
});
