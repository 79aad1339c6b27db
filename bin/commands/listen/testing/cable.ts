import { connect, createServer, type Socket } from 'node:net';
import { listenForTest } from '../../../../server/delivery/testing/listening-server.ts';

/**
 * A cable between a listener and a sandbox, which can be cut: connections end, and others are taken and ended at once.
 * `cutBefore` cuts it when a request is about to go through whose first line matches.
 */
export async function cableTo(port: number) {
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
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
    }
    far.pipe(socket);
    socket.on('data', (chunk: Buffer) => {
      if (state.before?.test(chunk.toString('latin1')) === true) cut();
      else far.write(chunk);
    });
  });
  const { port: near } = await listenForTest(server);
  return {
    url: `http://127.0.0.1:${near}`,
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
