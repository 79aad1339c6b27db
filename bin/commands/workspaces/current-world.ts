import { type ConnectionOptions, readOperatorCredentials, readSandboxBase, readSandboxUrl } from '../shared/client.ts';

/** Returns the world of the operator token: a workspace, or the main one of the server. */
export function findWorld(options: ConnectionOptions): string {
  const { Authorization: sent = '' } = readOperatorCredentials(options, readSandboxUrl(options));
  const name = /^Bearer opr-ws-([0-9a-z]{12})-/.exec(sent)?.[1];
  return name === undefined ? 'main' : `ws_${name}`;
}

/** Returns the address of the server, where the credentials of a workspace select it. */
export const readServerBase = (options: ConnectionOptions): string =>
  readSandboxBase(options).replace(/\/w\/ws_[0-9a-z]{12}$/, '');
