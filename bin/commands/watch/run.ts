import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { createRequestSender, limitRequestTime, reportFailure } from '../shared/client.ts';
import { RECONNECT_DELAYS_MS } from '../shared/stream/reconnect-policy.ts';
import { Ending } from './ending.ts';
import type { WatchOptions } from './options.ts';
import { createJsonReporter, createTextReporter, type WatchedItem, type WatchReporter } from './reporter.ts';
import { WatchSession } from './session.ts';
import type { Watcher } from './watcher.ts';

type CreateWatcher = (call: CallOperation, print: (item: WatchedItem) => void) => Promise<Watcher>;

/** Prints what a watcher reports until it is stopped. Sets the exit code. */
export function watch(options: WatchOptions, names: RequestNames, createWatcher: CreateWatcher): Promise<void> {
  return reportFailure(async () => {
    const ending = new Ending(options.timeout);
    const reporter = createReporter(options);
    let printed = 0;
    const print = (item: WatchedItem): void => {
      if (ending.reason !== undefined) return;
      reporter.item(item);
      printed += 1;
      if (printed === options.exitAfter) ending.end('enough');
    };
    try {
      const call = createCall(limitRequestTime(createRequestSender(options), ending.signal), names);
      const watcher = await createWatcher(call, print);
      const notify: WatchReporter['notice'] = (notice) => {
        if (ending.reason === undefined) reporter.notice(notice);
      };
      const session = { client: options, watcher, notify, stop: ending.signal, pausesMs: RECONNECT_DELAYS_MS };
      await new WatchSession(session).run();
    } catch (error) {
      if (ending.reason === undefined) throw error; // an aborted request also rejects
    } finally {
      ending.release();
    }
    if (ending.reason !== 'timed_out') return;
    const message = `The time limit was reached after ${printed} ${printed === 1 ? 'line' : 'lines'}.`;
    reporter.notice({ kind: 'ended', sandboxTime: undefined, message, more: { printed } });
    process.exitCode = 1;
  });
}

const writeLine =
  (stream: NodeJS.WriteStream) =>
  (line: string): void =>
    void stream.write(`${line}\n`);

function createReporter({ json }: WatchOptions): WatchReporter {
  if (json === true) return createJsonReporter(writeLine(process.stdout));
  return createTextReporter({
    writeItem: writeLine(process.stdout),
    writeNotice: writeLine(process.stderr),
    columns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
  });
}
