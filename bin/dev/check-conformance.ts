import { runCommandLine } from '../command-line.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Runs the whole kit on the sandbox, with the keys of a writer, of a user who may only read, of a sub-account and of another
 * tenant. Exits 0 when every rule is kept and verified, the assumed ones too.
 */

const KEYS = ['sbx-northway-admin', 'sbx-northway-audit', 'sbx-harbor-admin', 'sbx-redline-admin'];

const sandbox = await startSandbox({ port: 0 });
await runCommandLine(['conform', sandbox.url, ...KEYS.flatMap((key) => ['--key', key]), '--allow-writes', '--strict']);
await sandbox.close();
