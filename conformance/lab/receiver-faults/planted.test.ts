import { describe, expect, test } from 'vitest';
import { probes } from '../../receiver/probes/index.ts';
import type { ReceiverResult } from '../../receiver/result.ts';
import { checkOne, countAt, idsOf, SECRET } from '../../receiver/testing/check-one.ts';
import { type FaultName, faults, type ReceiverFault } from './faults.ts';
import { LATE_MS, plantedReceiver } from './receiver.ts';

/** What the kit says of the planted receiver with these faults. */
async function checked(faultNames: readonly FaultName[]): Promise<ReceiverResult> {
  const receiver = await plantedReceiver({ secret: SECRET, faults: faultNames });
  const soonMs = faultNames.includes('answers-late') ? LATE_MS / 2 : undefined;
  try {
    return await checkOne(receiver.url, {
      effects: countAt(receiver.effectsUrl),
      wait: () => Promise.resolve(), // it works before it answers, so that nothing is late
      ...(soonMs === undefined ? {} : { soonMs }),
    });
  } finally {
    await receiver.close();
  }
}

test('the receiver without a fault passes every probe', async () => {
  const result = await checked([]);
  expect(result.probes.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  expect(result.probes.map(({ id }) => id)).toEqual(probes.map(({ id }) => id));
  expect([result.exitCode, result.commonCauses]).toEqual([0, []]);
});

const planted = Object.entries<ReceiverFault>(faults) as [FaultName, ReceiverFault][]; // the record's own keys

describe('a planted fault is found', () => {
  test.concurrent.each(planted)('%s', async (name, { found }) => {
    const result = await checked([name]);
    if ('diagnosis' in found) {
      expect(result.diagnosis?.kind).toBe('refused');
      expect(result.diagnosis?.findings.join('\n')).toMatch(found.diagnosis);
      expect(result.exitCode).toBe(3);
      return;
    }
    const failed = idsOf(result, 'fail');
    if ('just' in found) expect(failed.toSorted()).toEqual(found.just.toSorted());
    else expect(failed).toEqual(expect.arrayContaining([...found.amongOthers]));
    const decides = result.probes.some(({ outcome, level }) => outcome === 'fail' && level === 'must');
    expect(result.exitCode).toBe(decides ? 1 : 0);
  });
});

test('every probe but the control finds a planted fault', () => {
  const probesIn = (found: ReceiverFault['found']) =>
    'just' in found ? found.just : 'amongOthers' in found ? found.amongOthers : [];
  const finding = new Set(planted.flatMap(([, { found }]) => probesIn(found)));
  expect(probes.map(({ id }) => id).filter((id) => id !== 'valid' && !finding.has(id))).toEqual([]);
});
