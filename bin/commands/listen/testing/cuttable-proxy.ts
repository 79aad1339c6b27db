import { connect, createServer, type Socket } from 'node:net';
import { listenForTest } from '../../../../server/delivery/testing/listening-server.ts';

/**
 * Starts a TCP proxy to the sandbox on `port` that simulates a network failure: `cut` closes all connections and each new
 * one, until `mend`. `cutBefore` does this when it receives a request whose first line matches.
 */
export async function startCuttableProxy(port: number) {
  const state: { isCut: boolean; before: RegExp | undefined } = { isCut: false, before: undefined };
  const sockets = new Set<Socket>();
  const cut = (): void => {
    state.isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    if (state.isCut) {
      socket.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
    upstream.pipe(socket);
    socket.on('data', (chunk: Buffer) => {
      if (state.before?.test(chunk.toString('latin1')) === true) cut();
      else upstream.write(chunk);
    });
  });
  const { port: localPort } = await listenForTest(server);
  return {
    url: `http://127.0.0.1:${localPort}`,
    cut,
    cutBefore: (request: RegExp): void => {
      state.before = request;
    },
    mend(): void {
      state.isCut = false;
      state.before = undefined;
    },
  };
}
