import { isLoopbackHost } from '../../../../base/hosts.ts';
import { defineTool, takes, text, texts, timeLimit } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface Arguments {
  readonly url: string;
  readonly only?: readonly string[];
  readonly time_limit_seconds?: number;
}

const DEFAULT_SECONDS = 120;

/** Checks a webhook handler on this machine. */
export const checkReceiver = defineTool<Arguments>({
  name: 'check_receiver',
  title: 'Check a webhook handler',
  description:
    'Sends valid, forged, old, repeated and unusual deliveries to a webhook handler on this machine, and returns what it does wrong with the ' +
    'usual cause. The variable FLEETKIT_WEBHOOK_SECRET of fleetkit mcp has the secret of the handler.',
  isReadOnly: true,
  isHeavy: true,
  arguments: takes(
    {
      url: text('The URL of the handler on a loopback address, such as http://127.0.0.1:3000/hooks.', 500),
      only: texts('Only these probes. Default: all.', { most: 40 }),
      time_limit_seconds: timeLimit(DEFAULT_SECONDS),
    },
    ['url'],
  ),
  async run({ url, only, time_limit_seconds: seconds = DEFAULT_SECONDS }, connection) {
    const parsed = URL.parse(url);
    if (parsed === null || !/^https?:$/.test(parsed.protocol) || !isLoopbackHost(parsed.hostname))
      throw new ToolRefusal('url: expected an http or https URL on this machine, such as http://127.0.0.1:3000/hooks.');
    const secret = connection.readSecret('FLEETKIT_WEBHOOK_SECRET')?.trim();
    if (!secret)
      throw new ToolRefusal(
        'The secret of the handler is not known. Set the variable FLEETKIT_WEBHOOK_SECRET of fleetkit mcp to it, and restart it.',
      );
    const kit = await import('../../../../conformance/index.ts');
    const { probes } = await import('../../../../conformance/receiver/all-probes.ts');
    const unknown = only?.find((id) => probes.every((probe) => probe.id !== id));
    if (unknown !== undefined)
      throw new ToolRefusal(`only: there is no probe ${unknown}. Expected: ${probes.map(({ id }) => id).join(', ')}.`);
    const result = await kit
      .checkReceiver({ url, secret, maxRunMs: seconds * 1000, ...(only === undefined ? {} : { only }) })
      .catch((thrown: unknown) => {
        // The message of a RangeError states the form of a secret, and not the secret.
        throw thrown instanceof RangeError ? new ToolRefusal(`FLEETKIT_WEBHOOK_SECRET: ${thrown.message}`) : thrown;
      });
    const { exitCode, deliveries, diagnosis, commonCauses, untested, probes: results } = result;
    return {
      exit_code: exitCode,
      deliveries,
      ...(diagnosis === undefined ? {} : { diagnosis }),
      common_causes: commonCauses,
      failures: results.filter(({ outcome }) => outcome === 'fail'),
      undecided: results.filter(({ outcome }) => outcome === 'unverified').map(({ id, reason }) => ({ id, reason })),
      passed: results.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id),
      untested,
    };
  },
});
