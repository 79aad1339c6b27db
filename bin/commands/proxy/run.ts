import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Command } from 'commander';
import { formatDuration } from '../../../base/durations.ts';
import { isLoopbackHost } from '../../../base/hosts.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { reports } from '../../../conformance/index.ts';
import { type ProxyOptions, type RunningProxy, startProxy } from '../../../conformance/proxy/proxy.ts';
import { readKeys } from '../conform/keys.ts';
import { parseOutputs, writeOutputs } from '../conform/output.ts';
import { parseTarget, readNetworkOptions } from '../conform/target.ts';
import { listenForStop } from '../listen/stop-signals.ts';
import type { Address } from '../sender/options.ts';
import { createRefuse, type Refuse } from '../shared/refuse.ts';
import { chooseContract } from './contract.ts';
import type { ProxyCommandOptions } from './options.ts';
import { createLiveLog, type LiveLog } from './view/live-log.ts';
import type { PageServer } from './view/page-server.ts';
import { print, printEvent } from './view/terminal-view.ts';

/** The size after which a recording continues in the next file: small enough to read in one piece. */
const RECORD_FILE_BYTES = 16 * 2 ** 20;

/** The action of `fleetkit proxy`. */
export async function runProxy(options: ProxyCommandOptions, command: Command): Promise<void> {
  const refuse = createRefuse(command);
  const outputs = parseOutputs(options, reports, refuse);
  refuseUnsafe(options, refuse);
  const target = parseTarget(options.upstream, refuse, []);
  const { tls } = readNetworkOptions(target, options, refuse);
  const hasKeys = options.key !== undefined || options.keysFile !== undefined;
  const keys = hasKeys ? await readKeys(options, target, refuse) : new Map<string, string>();
  const upstream = new URL(target);
  const contract = await chooseContract(options.contract, { upstream, tls, refuse });
  const log = createLiveLog();
  const proxy = await start(
    {
      upstream,
      listen: options.listen,
      tls,
      contract: contract.contract,
      keys,
      strict: options.strict === true,
      hashes: options.privacy === 'hashes',
      showValues: options.showValues === true,
      failsClients: options.fail === true,
      ...omitUndefined({ record: readRecordOptions(options, refuse) }),
      onEvent(event) {
        log.add(event);
        if (options.quiet !== true) printEvent(event);
      },
    },
    options,
  );
  if (proxy === undefined) {
    process.exitCode = 3;
    return;
  }
  for (const line of describeStart(proxy, { ...options, target, contract: contract.description })) print(line);
  const page = await openPage(options.page, { proxy, log, upstream: target });
  const stop = listenForStop(options.for);
  await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  await page?.close();
  const result = await proxy.finish();
  stop.release();
  if (result === undefined) {
    process.exitCode = 70;
    return;
  }
  writeOutputs(outputs, (format, reportOptions) => reports[format](result, reportOptions), refuse);
  process.exitCode = result.exitCode;
}

/** Refuses addresses that other machines can reach, unless the user allows them, and a recording that would hold values. */
function refuseUnsafe(
  { listen, page, allowRemote, privacy, record, showValues }: ProxyCommandOptions,
  refuse: Refuse,
): void {
  const isRemote = (address: Address | undefined) => address !== undefined && !isLoopbackHost(address.host);
  if (allowRemote !== true && isRemote(listen))
    refuse(`other machines can reach the address ${listen.host}; add --allow-remote if that is intended`);
  if (allowRemote !== true && isRemote(page))
    refuse(`other machines can reach the page at ${page?.host}; add --allow-remote if that is intended`);
  if (privacy === 'hashes' && record !== undefined)
    refuse('a recording contains values, so --record and --privacy hashes exclude each other; leave one of them out');
  if (privacy === 'hashes' && showValues === true)
    refuse('--show-values and --privacy hashes exclude each other; leave one of them out');
}

/** Creates the folder of the recording, so that a wrong one is refused at the start. */
function readRecordOptions({ record, recordLimit }: ProxyCommandOptions, refuse: Refuse): ProxyOptions['record'] {
  if (record === undefined) return undefined;
  try {
    mkdirSync(record, { recursive: true, mode: 0o700 });
    accessSync(record, constants.W_OK);
  } catch {
    return refuse(`the folder "${record}" cannot be created or written; choose another one with --record`);
  }
  return { folder: record, fileBytes: Math.min(RECORD_FILE_BYTES, recordLimit / 4), totalBytes: recordLimit };
}

async function start(options: ProxyOptions, { listen }: ProxyCommandOptions): Promise<RunningProxy | undefined> {
  try {
    return await startProxy(options);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    print(
      `fleetkit: cannot listen at ${listen.host}:${listen.port} (${thrown.code}); choose another address with --listen`,
    );
    return undefined;
  }
}

interface PageContext {
  readonly proxy: RunningProxy;
  readonly log: LiveLog;
  readonly upstream: string;
}

/** Opens the page. The proxy continues without it if the address is not free. */
async function openPage(
  address: Address | undefined,
  { proxy, log, upstream }: PageContext,
): Promise<PageServer | undefined> {
  if (address === undefined) return undefined;
  const { openPageServer } = await import('./view/page-server.ts');
  try {
    const page = await openPageServer(address, () => ({ log, upstream, url: proxy.url, requests: proxy.requests }));
    print(`Violations are shown at ${page.url}`);
    return page;
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
    print(`fleetkit: no page at ${address.host}:${address.port} (${thrown.code}); choose another address with --page`);
    return undefined;
  }
}

function describeStart(
  { url }: RunningProxy,
  options: ProxyCommandOptions & { readonly target: string; readonly contract: string },
): string[] {
  const { target, contract, record, privacy } = options;
  const duration = options.for === undefined ? '' : ` for ${formatDuration(Math.ceil(options.for / 1000))}`;
  return [
    `Listening at ${url}${duration}, forwarding to ${target}. Give your client ${url} as the base URL; press Ctrl-C for the report.`,
    `Contract: ${contract}.${record === undefined ? '' : ` Recording to ${record}.`}${privacy === 'hashes' ? ' Reports contain salted hashes in place of values.' : ''}`,
  ];
}
