import { runCommandLine } from '../command-line.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Runs the whole kit on the sandbox, with the keys of a writer, a read-only user, a sub-account and another tenant. Exits
 * with 0 if every rule is verified, including the assumed rules.
 */

const KEYS = ['sbx-northway-admin', 'sbx-northway-audit', 'sbx-harbor-admin', 'sbx-redline-admin'];

/** In CI it runs at the lowest priority beside the tests. */
const PATIENT = ['--timeout', '120', '--run-timeout', '3000'];

const sandbox = await startSandbox({ port: 0 });
const keys = KEYS.flatMap((key) => ['--key', key]);
await runCommandLine(['conform', sandbox.url, ...keys, '--allow-writes', '--strict', ...PATIENT]);
await sandbox.close();
