import { describe, expect, it } from 'vitest';
import { harbourGroundTruth } from './ground-truth.ts';
import { harbour } from './index.ts';
import { readAllRows, readTexts, sendRequest } from './testing/send-request.ts';

const ROWS = harbourGroundTruth['transactions.rows'];
const refs = async (transport: ReturnType<typeof harbour.transport>): Promise<string[]> => {
  const { json } = await sendRequest(transport, { as: 'pier-owner', path: '/v1/transactions?limit=10' });
  return readTexts(json, `${ROWS}/Ref`);
};

describe('a harbour whose data change', () => {
  it('adds new transactions at the stated rate, newest first', async () => {
    const transport = harbour.transport({ seed: 7, changing: { perRequest: 0.5 } });
    const [first, second, third] = [await refs(transport), await refs(transport), await refs(transport)];
    expect(second).toEqual(first);
    expect(third?.slice(1)).toEqual(second?.slice(0, -1));
  });

  it('returns the same responses for the same requests', async () => {
    const run = async () => {
      const transport = harbour.transport({ seed: 7, changing: { perRequest: 3 } });
      return [await refs(transport), await refs(transport), await refs(transport)];
    };
    expect(await run()).toEqual(await run());
  });

  it('returns pages of the data as they were at the first page', async () => {
    const still = harbour.transport({ seed: 7 });
    const changing = harbour.transport({ seed: 7, changing: { perRequest: 2 } });
    const walk = (transport: typeof still) =>
      readAllRows(transport, { as: 'pier-clerk', path: '/v1/transactions?limit=6', rows: `${ROWS}/Ref` });
    const drawInteger = await walk(still);
    expect(drawInteger.length).toBeGreaterThan(12);
    expect(await walk(changing)).toEqual(drawInteger);
    expect(await walk(changing)).not.toEqual(drawInteger);
  });

  it('does not change unless configured', async () => {
    const transport = harbour.transport({ seed: 7 });
    expect(await refs(transport)).toEqual(await refs(transport));
  });
});
