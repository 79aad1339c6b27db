import { describe, expect, test } from 'vitest';
import { listNumberReadings, readNumbers } from './numbers.ts';

const read = (...texts: string[]) => readNumbers(texts).map((one) => (one ?? Number.NaN) / 10_000);

describe('the decimal separator of a column', () => {
  test.each([
    [
      ['1.290 ¥', '350 ¥', '0 ¥'],
      [1290, 350, 0],
    ],
    [
      ['1,290', '350'],
      [1290, 350],
    ],
    [
      ['1.290', '2.345'],
      [1.29, 2.345],
    ],
    [
      ['1.290', '0'],
      [1.29, 0],
    ],
    [
      ['1.290', '2.5', '350'],
      [1.29, 2.5, 350],
    ],
    [
      ['0.125', '350'],
      [0.125, 350],
    ],
    [
      ['1.290,50', '350,00'],
      [1290.5, 350],
    ],
    [
      ['1.290.000', '350'],
      [1_290_000, 350],
    ],
    [
      ['1290', '350'],
      [1290, 350],
    ],
    [
      ['CHF 250.–', '50.50', '1’200.-'],
      [250, 50.5, 1200],
    ],
    [
      ['₹1,200/-', '350/-', '-20.50'],
      [1200, 350, -20.5],
    ],
  ])('%j', (texts, numbers) => {
    expect(read(...texts)).toEqual(numbers);
  });

  test('a single separator before three digits has two meanings in all texts, others have one', () => {
    expect(listNumberReadings(['1.290', '350'])).toEqual([
      [12_900_000, 3_500_000],
      [12_900, 3_500_000],
    ]);
    expect(listNumberReadings(['1.29', '350'])).toHaveLength(1);
    expect(listNumberReadings([null, 7, ''])).toEqual([[null, 70_000, null]]);
  });
});
