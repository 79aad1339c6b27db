import { expect, test } from 'vitest';
import { goService } from '../../lab/independent/services.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { formatJsonReport } from '../reports/json.ts';
import { run } from './runner.ts';

const SUBJECTS = [
  ['honest', HONEST_KEYS, () => honestTarget()],
  ['correct service', goService.keys, () => goService.open()],
  ['faulty service', goService.keys, () => goService.open('sort-after-limit')],
] as const;

/** In `npm test`, the checks that choose rows, terminals or values at random, and some others. */
const tried = checks;

const TIMES = /"(started_at|sent_at|duration_ms|took_ms|sentAt|tookMs)": [^,\n]+/g;

test.each(SUBJECTS)(
  'runs with the same seed give the same report except for times, and another seed a different one: %s',
  async (_, keys, open) => {
    const createReport = async (seed: number): Promise<string> => {
      const result = await run({
        target: 'http://target.test',
        keys,
        checks: tried,
        transport: open(),
        bindings: 'infer',
        seed,
      });
      return formatJsonReport(result).replaceAll(TIMES, '"$1": 0');
    };
    const [first, again, other] = [await createReport(7), await createReport(7), await createReport(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  },
);
