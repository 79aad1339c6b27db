import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** The parts of the SDK that the command uses. */
export interface Sdk {
  readonly Server: typeof Server;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly StreamableHTTPServerTransport: typeof StreamableHTTPServerTransport;
  readonly CallToolRequestSchema: typeof CallToolRequestSchema;
  readonly ListToolsRequestSchema: typeof ListToolsRequestSchema;
}

/** The package of the SDK is not installed. The message has the command that installs it. */
export class MissingSdk extends Error {
  constructor(cause: unknown) {
    super(
      'fleetkit mcp needs the package @modelcontextprotocol/sdk, which is not installed. Install it beside fleetkit with: npm install @modelcontextprotocol/sdk',
      { cause },
    );
  }
}

/** Loads the SDK, which is optional. Rejects with `MissingSdk`. `load` loads the modules, by default from the installed package. */
export async function loadSdk(load: () => Promise<Sdk> = importSdk): Promise<Sdk> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new MissingSdk(cause);
    throw cause;
  }
}

async function importSdk(): Promise<Sdk> {
  const [{ Server }, { StdioServerTransport }, { StreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const { CallToolRequestSchema, ListToolsRequestSchema } = types;
  return { Server, StdioServerTransport, StreamableHTTPServerTransport, CallToolRequestSchema, ListToolsRequestSchema };
}
