import { createServer, type Socket } from 'node:net';
import { listenForTest } from './listening-server.ts';

/** The bytes that a receiver writes to a connection, and how it ends it. */
export interface RawResponse {
  readonly bytes: Uint8Array;
  /** Default: it closes the connection. */
  readonly ending?: 'close' | 'open' | 'reset';
}

/** Starts a receiver that responds to each request with bytes chosen by the test. Runs until the test ends. */
export async function startRawReceiver(): Promise<{ readonly url: string; response: RawResponse }> {
  const receiver = { url: '', response: { bytes: new Uint8Array() } as RawResponse };
  const { port } = await listenForTest(
    createServer({ allowHalfOpen: true }, (socket) => {
      let request = '';
      socket.on('data', (chunk) => {
        request += chunk.toString('latin1');
        if (!isWhole(request)) return;
        request = '';
        reply(socket, receiver.response);
      });
      socket.on('end', () => socket.end());
    }),
  );
  receiver.url = `http://127.0.0.1:${port}/hooks`;
  return receiver;
}

/** Whether the request's body is complete. */
function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(request)?.[1];
  return end !== -1 && request.length >= end + 4 + Number(length ?? 0);
}

function reply(socket: Socket, { bytes, ending = 'close' }: RawResponse): void {
  if (ending === 'reset') {
    socket.write(bytes, () => socket.resetAndDestroy());
    return;
  }
  socket.write(bytes);
  if (ending === 'close') socket.end();
}
