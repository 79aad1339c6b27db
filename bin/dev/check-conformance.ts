import { runCommandLine } from '../command-line.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Runs the whole kit on the sandbox, with the keys of a writer, a read-only user, a sub-account and another tenant. Exits
 * with 0 if every rule is verified, including the assumed rules.
 */

const KEYS = ['sbx-northway-admin', 'sbx-northway-audit', 'sbx-harbor-admin', 'sbx-redline-admin'];

const sandbox = await startSandbox({ port: 0 });
await runCommandLine(['conform', sandbox.url, ...KEYS.flatMap((key) => ['--key', key]), '--allow-writes', '--strict']);
await sandbox.close();
