import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** The result of a call as a client sees it. */
export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
}

/** A client of `fleetkit mcp`, as an assistant uses it. */
export interface Assistant {
  readonly client: Client;
  /** All texts that the client received. */
  readonly received: readonly string[];
  call(tool: string, given?: Readonly<Record<string, unknown>>): Promise<CallOutcome>;
  /** Returns the result of a call as data. Rejects if the call is refused. */
  query<Reply>(tool: string, given?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Returns the message of a refused call. Rejects if it is not refused. */
  refusal(tool: string, given?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Connects the client of the SDK. */
export async function connectAssistant(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const received: string[] = [];
  const call: Assistant['call'] = async (name, given = {}) => {
    const options = { timeout: 280_000 };
    const { content, isError } = await client.callTool({ name, arguments: { ...given } }, undefined, options);
    const [first] = content as readonly { readonly text: string }[]; // each tool returns one text
    const text = first?.text ?? '';
    received.push(text);
    return { text, isError: isError === true };
  };
  return {
    client,
    received,
    call,
    async query<Reply>(tool: string, given = {}) {
      const { text, isError } = await call(tool, given);
      if (isError) throw new Error(`${tool} is refused: ${text}`);
      const reply = JSON.parse(text) as object;
      return ('left_out' in reply && 'result' in reply ? reply.result : reply) as Reply; // the test states the type
    },
    async refusal(tool, given) {
      const { text, isError } = await call(tool, given);
      if (!isError) throw new Error(`${tool} is not refused: ${text}`);
      return text;
    },
  };
}
