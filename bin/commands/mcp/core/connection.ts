import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../../control/control-plane.ts';
import {
  type ConnectionOptions,
  createRequestSender,
  limitRequestTime,
  readOperatorCredentials,
  readSandboxUrl,
} from '../../shared/client.ts';
import { createRedactor, type Redact } from './redact.ts';
import { ToolRefusal } from './tool-refusal.ts';

type User = SandboxSchemas['SandboxUser'];

/** The sandbox that the tools use, and the credentials, which no result contains. */
export interface Connection {
  readonly base: URL;
  readonly call: CallOperation;
  readonly redact: Redact;
  /** Whether the control plane gets the operator's token. */
  readonly isOperator: boolean;
  /** Returns all users with their keys. Needs the operator's token. */
  listUsers(): Promise<readonly User[]>;
  /** Returns the API key of a user; without one, the key that the command was started with. Throws `ToolRefusal`. */
  findKey(userId: string | undefined): Promise<string>;
  /** Returns a secret of the environment, which results then do not contain. */
  readSecret(variable: string): string | undefined;
  /** Removes further secrets from all later results. */
  hide(secrets: Iterable<string>): void;
}

/** Connects to a sandbox. Throws `RequestFailure` if the address is wrong or there are no credentials. */
export function connect(options: ConnectionOptions): Connection {
  const base = readSandboxUrl(options);
  const credentials = readOperatorCredentials(options, base);
  const ownKey = options.key ?? process.env.FLEETKIT_KEY;
  const known = new Set([
    ...Object.values(credentials).map((text) => text.replace(/^Bearer /, '')),
    ...(ownKey ? [ownKey] : []),
  ]);
  const call = createCall(limitRequestTime(createRequestSender(options, readOperatorCredentials)));
  const isOperator = 'Authorization' in credentials;

  async function listUsers(): Promise<readonly User[]> {
    if (!isOperator) throw new ToolRefusal(NEEDS_TOKEN);
    const { data } = await call('listUsers');
    for (const { api_key: key } of data) if (key !== null) known.add(key);
    return data;
  }

  return {
    base,
    call,
    redact: createRedactor(known),
    isOperator,
    listUsers,
    async findKey(userId) {
      if (userId === undefined) {
        if (ownKey) return ownKey;
        throw new ToolRefusal(
          'Expected the argument user_id: the user whose key is sent. The tool list_tenants lists users.',
        );
      }
      const ofUser = (await listUsers()).filter(({ user_id: id }) => id === userId);
      if (ofUser.length === 0) throw new ToolRefusal(`There is no user ${userId}. The tool list_tenants lists users.`);
      const key = (ofUser.find(({ key_state: state }) => state === 'active') ?? ofUser[0])?.api_key;
      if (key) return key;
      throw new ToolRefusal(
        'The sandbox publishes no API keys. Issue one with fleetkit keys, and restart fleetkit mcp with --key or FLEETKIT_KEY.',
      );
    },
    readSecret(variable) {
      const secret = process.env[variable];
      if (secret) known.add(secret);
      return secret;
    },
    hide(secrets) {
      for (const secret of secrets) known.add(secret);
    },
  };
}

const NEEDS_TOKEN =
  "This needs the operator's token. Restart fleetkit mcp with --operator-token or FLEETKIT_OPERATOR_TOKEN; with an API key, use the tools without user_id.";
