import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createHttpServer, type HttpServer } from '../http-server.ts';
import { LOCAL_LIMITS, type ServerLimits } from '../limits.ts';

/** A server for tests that are about bytes on a connection. */
export interface RawServer extends TestApp {
  readonly http: HttpServer;
  readonly port: number;
  /** Opens a connection, which the end of the test closes. */
  open(): Promise<RawConnection>;
  /** Sends bytes on a new connection and returns everything received until the server closes it. */
  send(bytes: string): Promise<ParsedReply>;
}

export interface RawConnection {
  readonly socket: Socket;
  /** Opens a connection. The end of the test closes it. */
  readonly received: Promise<string>;
  /** Resolves when `text` has been received. */
  until(text: string): Promise<string>;
}

export interface ParsedReply {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a server on loopback. The caller closes it. */
export async function startRawServer(
  limits: Partial<ServerLimits> = {},
  tested: TestApp = createTestApp(),
): Promise<RawServer> {
  const http = createHttpServer({ ...LOCAL_LIMITS, ...limits });
  http.serve(tested.app);
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  const { port } = http.server.address() as AddressInfo; // it listens on TCP
  const open = (): Promise<RawConnection> => openConnection(port);
  const send = async (bytes: string): Promise<ParsedReply> => {
    const { socket, received } = await open();
    socket.write(bytes, 'latin1');
    return readReply(await received);
  };
  return { ...tested, http, port, open, send };
}

async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  const readers = new Set<() => void>();
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (const read of readers) read();
  });
  const received = new Promise<string>((resolve) => {
    socket.on('error', () => undefined); // the server may reset what it refuses
    socket.once('close', () => resolve(text));
  });
  await once(socket, 'connect');
  const until = (wanted: string): Promise<string> =>
    new Promise((resolve) => {
      const read = (): void => {
        if (text.includes(wanted)) resolve(text);
      };
      readers.add(read);
      read();
    });
  return { socket, received, until };
}

/** Reads the first response in a text. */
export function readReply(text: string): ParsedReply {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(line.split(' ')[1]), headers, body };
}
