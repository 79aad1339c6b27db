import type { Command } from 'commander';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import type { RequestNames } from '../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, readSandboxBase, runAndPrint } from './shared/client.ts';
import { formatConsoleLink } from './shared/console-link.ts';
import { openBrowser } from './shared/open-browser.ts';

const CODE_REQUEST = { operations: ['createSignInCode'], names: {}, local: ['--open'] } as const satisfies RequestNames;

interface ConsoleOptions extends ConnectionOptions {
  readonly open?: true;
}

/** `fleetkit console`. */
export function consoleCommand(): Command {
  return createClientCommand('console', CODE_REQUEST)
    .description(
      'Prints a link to the console of a running sandbox. It signs in as the operator, once, within an hour.',
    )
    .option('-o, --open', 'open the link in the browser')
    .action(({ open, ...options }: ConsoleOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const { code, expires_at: expiresAt } = (await send({
            method: 'POST',
            path: 'sign-in-codes',
            body: {},
          })) as SandboxSchemas['SignInCode']; // the sandbox validates its replies against this contract
          const url = formatConsoleLink(readSandboxBase(options), code);
          const isOpened = open === true && (await openBrowser(url));
          return { url, expires_at: expiresAt, is_opened: isOpened };
        },
        { asText: ({ url }) => url },
      ),
    );
}
