import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { waitInRealTime } from '../../conformance/http/client.ts';
import { probes } from '../../conformance/receiver/all-probes.ts';
import type { ReceiverResult } from '../../conformance/receiver/core/result.ts';
import {
  checkOne,
  createCounter,
  listProbeIds,
  SECRET,
  waitForClock,
} from '../../conformance/receiver/testing/check-one.ts';
import { type ReceiverFault, type ReceiverFaultName, receiverFaults } from './faults.ts';
import { LATE_MS, startFaultyReceiver } from './receiver.ts';

/** For a fault that makes all other measurements of effects slow. */
const BASIS_ONLY = { only: ['effect-at-all'] };

/** For faults that make every delivery slow. */
const SPEED_ONLY = { only: ['answers-fast'] };
const CONCURRENT_ONLY = { only: ['concurrent'] };

/** For a fault that shows only if the seconds of timestamps differ. */
const IN_REAL_TIME = { wait: waitInRealTime, only: ['distinct-events'] };

/** Runs the kit against a receiver with these faults. */
async function checkReceiver(faultNames: readonly ReceiverFaultName[]): Promise<ReceiverResult> {
  const receiver = await startFaultyReceiver({ secret: SECRET, faults: faultNames });
  const soonMs = faultNames.includes('answers-late') ? LATE_MS / 2 : undefined;
  try {
    return await checkOne(receiver.url, {
      effects: createCounter(receiver.effectsUrl),
      wait: waitForClock,
      ...(faultNames.includes('loses-openings') ? BASIS_ONLY : {}),
      ...(faultNames.includes('answers-late') ? SPEED_ONLY : {}),
      ...(faultNames.includes('verdict-shared') ? CONCURRENT_ONLY : {}),
      ...(faultNames.includes('second-as-key') ? IN_REAL_TIME : {}),
      ...omitUndefined({ soonMs }),
    });
  } finally {
    await receiver.close();
  }
}

test('the receiver without a fault passes every probe', async () => {
  const result = await checkReceiver([]);
  expect(result.probes.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  expect(result.probes.map(({ id }) => id)).toEqual(probes.map(({ id }) => id));
  expect([result.exitCode, result.commonCauses]).toEqual([0, []]);
});

const allFaults = Object.entries<ReceiverFault>(receiverFaults) as [ReceiverFaultName, ReceiverFault][]; // the keys of the record

describe('an injected fault is detected', () => {
  test.concurrent.each(allFaults)('%s', async (name, { detection }) => {
    const result = await checkReceiver([name]);
    const failed = listProbeIds(result, 'fail');
    if ('diagnosis' in detection) {
      expect(result.diagnosis?.kind).toBe('refused');
      expect(result.diagnosis?.findings.join('\n')).toMatch(detection.diagnosis);
      expect([result.exitCode, failed]).toEqual([1, ['valid']]);
      return;
    }
    if ('only' in detection) expect(failed.toSorted()).toEqual(detection.only.toSorted());
    else expect(failed).toEqual(expect.arrayContaining([...detection.atLeast]));
    const decides = result.probes.some(({ outcome, level }) => outcome === 'fail' && level === 'must');
    expect(result.exitCode).toBe(decides ? 1 : 0);
  });
});

/** Node.js parses headers before a handler sees them; wire.test.ts has a server that parses them wrongly. */
const TESTED_APART = ['valid', 'header-spaces', 'one-for-each', 'each-kind'];

test('every probe except the control detects an injected fault', () => {
  const listProbes = (detection: ReceiverFault['detection']) =>
    'only' in detection ? detection.only : 'atLeast' in detection ? detection.atLeast : [];
  const finding = new Set(allFaults.flatMap(([, { detection }]) => listProbes(detection)));
  const unseen = probes.map(({ id }) => id).filter((id) => !TESTED_APART.includes(id) && !finding.has(id));
  expect(unseen, 'add a fault that the probe detects to lab/receiver-faults/faults.ts').toEqual([]);
});
