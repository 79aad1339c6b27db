import { describe, expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { mutants } from '../../lab/mutants/index.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { parseHarFile } from '../http/recording/har-file.ts';
import { readRecording } from '../http/recording/har-recording.ts';
import type { Recording } from '../http/recording/recording.ts';
import { formatHarReport } from '../reports/har.ts';
import type { RunResult } from './results/result.ts';
import { run } from './runner.ts';

const TARGET = 'http://target.test';

const getMutant = (id: string) => {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no mutant ${id}`);
  return found;
};

/** Runs the checks against the honest target with this fault, and records. */
const record = (fault?: string): Promise<RunResult> =>
  run({
    target: TARGET,
    keys: HONEST_KEYS,
    checks,
    transport: fault === undefined ? honestTarget() : getMutant(fault).alter(honestTarget()),
    bindings: 'infer',
    allowWrites: true,
    record: true,
    wait: () => Promise.resolve(),
  });

function read(har: string): Recording {
  const file = parseHarFile(har);
  if ('problem' in file) throw new Error(file.problem);
  return readRecording(file, { target: TARGET }).recording;
}

const replay = (recording: Recording): Promise<RunResult> =>
  run({
    target: recording.target,
    keys: recording.keys,
    checks,
    bindings: 'infer',
    allowWrites: true,
    replay: recording,
    seed: recording.seed ?? 0,
  });

const summarize = ({ results }: RunResult) => results.map(({ id, outcome }) => `${id}: ${outcome}`);

describe('the HAR report of a run with all checks', () => {
  const faults = [
    undefined,
    'auth-refusal-repeats-the-key',
    'auth-a-link-carries-the-key',
    'auth-key-as-a-basic-login',
    'card-number-in-one-row',
    'card-track-in-a-row',
    'card-number-is-repeated',
  ];
  const firstRun = record();

  test.each(sample(faults, 1))(
    'gives the same outcomes when it is replayed, and contains no key: %s',
    async (fault) => {
      const live = await (fault === undefined ? firstRun : record(fault));
      const har = formatHarReport(live);
      for (const key of HONEST_KEYS.values()) {
        expect(har).not.toContain(key);
        expect(har).not.toContain(Buffer.from(key).toString('base64').slice(2, -3));
      }
      const again = await replay(read(har));
      expect(summarize(live).length).toBeGreaterThan(200);
      expect(summarize(again)).toEqual(summarize(live));
      expect(again.exitCode).toBe(live.exitCode);
      expect(again.options.recordedAt).toBe(
        live.recording && new Date(live.recording.entries[0]?.sentMs ?? 0).toISOString(),
      );
      if (fault !== undefined)
        for (const id of getMutant(fault).kills)
          expect(summarize(again)).toContainEqual(expect.stringMatching(`^${id}: (fail|warning)$`));
    },
  );

  test('without some of its exchanges, checks that need them have no verdict, and none fails', async () => {
    const { recording } = await firstRun;
    if (recording === undefined) throw new Error('nothing was recorded');
    const entries = recording.entries.filter((_, index) => index % 3 !== 0 || index < 40);
    const { results } = await replay({ ...recording, entries });
    expect(results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
    const missing = results.filter(({ reason = '' }) =>
      /^the recording has no response to [A-Z]+ \/\S+ as \w/.test(reason),
    );
    expect(missing.length).toBeGreaterThan(10);
    expect(missing.filter(({ outcome }) => outcome !== 'untestable' && outcome !== 'inconclusive')).toEqual([]);
  });

  test('contains the exchanges with the time of the run', async () => {
    const { recording } = await run({
      target: TARGET,
      keys: HONEST_KEYS,
      checks: checks.filter(({ id }) => id.startsWith('public/')),
      transport: honestTarget(),
      record: true,
      now: () => Date.parse('2027-03-04T05:06:07Z'),
    });
    expect(new Set(recording?.entries.map(({ sentMs }) => new Date(sentMs).toISOString()))).toEqual(
      new Set(['2027-03-04T05:06:07.000Z']),
    );
  });
});
