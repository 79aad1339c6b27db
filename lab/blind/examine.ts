import { checks } from '../../conformance/checks/index.ts';
import type { RunResult } from '../../conformance/engine/results/result.ts';
import { run } from '../../conformance/engine/runner.ts';
import { type BlindService, startBlindService } from './services.ts';

/** Runs all checks on a service with all of its keys, with writes and what is true of the keys. */
export async function examineBlindService(service: BlindService, fault?: string): Promise<RunResult> {
  const running = await startBlindService(service, fault);
  try {
    return await run({
      target: running.url,
      keys: service.keys,
      checks,
      bindings: 'infer',
      allowWrites: true,
      expectations: service.statements,
    });
  } finally {
    running.close();
  }
}
