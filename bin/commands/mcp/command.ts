import { Command, Option } from 'commander';
import { parsePort } from '../shared/options/parse-port.ts';
import { readAuthorities } from '../shared/trusted-authorities.ts';
import type { McpOptions } from './options.ts';

/** `fleetkit mcp`: a server of the Model Context Protocol, with which an assistant uses a sandbox. */
export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Serves tools for assistants by the Model Context Protocol: contract and rules, fleets, events, clock, deliveries, requests, ' +
        'conformance and receivers. Uses the sandbox at --url, or starts its own without it. Needs the package @modelcontextprotocol/sdk.',
    )
    .option('-u, --url <url>', 'URL of a running sandbox (default: FLEETKIT_URL; without both, the command starts one)')
    .option(
      '--operator-token <token>',
      'operator token (default: FLEETKIT_OPERATOR_TOKEN, or the token of a local sandbox)',
    )
    .option('-k, --key <key>', 'API key of a user, instead of a token (default: FLEETKIT_KEY)')
    .option('--ca <file>', 'also trust the certificate authorities in this PEM file', readAuthorities)
    .option('--http', 'serve streamable HTTP on 127.0.0.1 instead of standard input and output')
    .addOption(
      new Option('-p, --port <port>', 'port for --http; 0 picks a free port (default: 4410)').argParser(parsePort),
    )
    .addHelpText('after', EXIT_CODES);
  return command.action(async (options: McpOptions) => {
    if (options.port !== undefined && options.http !== true)
      command.error('error: --port needs --http; without it, the command uses standard input and output.', {
        exitCode: 2,
      });
    const { serveMcp } = await import('./serve-mcp.ts');
    await serveMcp(options);
  });
}

const EXIT_CODES = `
Exit codes:
  0   the client ended the session, or a signal stopped the server
  1   the sandbox or the port could not be opened
  2   wrong option
  69  the package @modelcontextprotocol/sdk is not installed

Variables:
  FLEETKIT_WEBHOOK_SECRET  the secret of your webhook handler, for the tool check_receiver
  FLEETKIT_KEYS            the keys of your service, for the tool conform: NAME=KEY, separated by commas`;
