import packageJson from '../../../../package.json' with { type: 'json' };
import type { Finding } from './finding.ts';

/** Checks the version of Node.js. */
export function checkNode(version: string): Finding {
  const oldest = packageJson.engines.node.replace('>=', '');
  const check = 'Node.js';
  if (isAtLeast(version, oldest)) return { check, status: 'ok', found: `Version ${version} is supported.` };
  return {
    check,
    status: 'problem',
    found: `Version ${version} is too old.`,
    advice: `Install Node.js ${oldest} or later.`,
  };
}

function isAtLeast(version: string, oldest: string): boolean {
  const wanted = oldest.split('.').map(Number);
  const found = version.split('.').map(Number);
  const at = wanted.findIndex((part, index) => found[index] !== part);
  return at < 0 || (found[at] ?? 0) > (wanted[at] ?? 0);
}

const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/** Checks whether programs that obey proxy variables reach a sandbox on this machine. */
export function checkProxies(environment: NodeJS.ProcessEnv): Finding {
  const check = 'proxy variables';
  const names = PROXY_VARIABLES.filter((name) => (environment[name] ?? '') !== '');
  if (names.length === 0) return { check, status: 'ok', found: 'No proxy is set.' };
  const excluded = `${environment.no_proxy ?? ''},${environment.NO_PROXY ?? ''}`.split(',').map((one) => one.trim());
  if (excluded.includes('*') || ['localhost', '127.0.0.1'].every((host) => excluded.includes(host)))
    return { check, status: 'ok', found: `${names.join(', ')} set a proxy, and NO_PROXY excludes this machine.` };
  return {
    check,
    status: 'warning',
    found: `${names.join(', ')} set a proxy, and NO_PROXY does not exclude this machine.`,
    advice: 'Set NO_PROXY=localhost,127.0.0.1, so that curl and other clients reach the sandbox.',
  };
}
