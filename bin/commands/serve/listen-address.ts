import { InvalidArgumentError } from 'commander';

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?:(?<host>[^:[\]\s]+|\[[0-9A-Fa-f:.]+\]):)?(?<port>\d{1,5})$/;

/** Parses `port` or `host:port`. Without a host, the address is loopback. */
export function parseListenAddress(text: string): ListenAddress {
  const { host = '127.0.0.1', port = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (port !== '' && Number(port) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  throw new InvalidArgumentError('Expected a port, or a host and a port, such as 9464, 0.0.0.0:9464 or [::1]:9464.');
}
