import { cpus, loadavg } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import { isPinned } from './child-processes.ts';
import { generator } from './load.ts';

/** The measured versions, the tools and the machine. */
export const environment = {
  date: new Date().toISOString(),
  fleetkit: packageJson.version,
  node: process.version,
  express: packageJson.dependencies.express,
  prism: packageJson.devDependencies['@stoplight/prism-cli'],
  generator,
  isPinned,
  cpu: cpus()[0]?.model ?? 'unknown processor',
  cores: cpus().length,
  loadAverage: loadavg()[0] ?? Number.NaN,
};

/** The environment as text of two lines. */
export const environmentText = [
  `fleetkit ${environment.fleetkit} on Node ${environment.node}, ${environment.date}`,
  `${environment.cores} x ${environment.cpu}, load average ${environment.loadAverage.toFixed(2)} before; ` +
    `load by ${generator}, ${isPinned ? 'servers on one core and the load on another' : 'nothing pinned to a core'}`,
].join('\n');
