import { describe, expect, test } from 'vitest';
import { readTables } from './tables.ts';

describe('readTables', () => {
  test.each([
    [
      'rows of values with a header, whose last cells may be missing',
      {
        columns: ['id', 'type', 'amount'],
        rows: [
          ['t1', 'withdrawal', 5],
          ['t2', 'deposit'],
        ],
      },
      {
        columns: ['id', 'type', 'amount'],
        rows: [
          { id: 't1', type: 'withdrawal', amount: 5 },
          { id: 't2', type: 'deposit' },
        ],
      },
    ],
    [
      'rows whose first one is the header',
      [
        ['id', 'type', 'amount', 'fee'],
        ['t1', 'withdrawal', 5, 0],
      ],
      [{ id: 't1', type: 'withdrawal', amount: 5, fee: 0 }],
    ],
    [
      'arrays by column',
      { id: ['t1', 't2'], type: ['a', 'b'], amount: [1, 2], fee: [0, 0] },
      [
        { id: 't1', type: 'a', amount: 1, fee: 0 },
        { id: 't2', type: 'b', amount: 2, fee: 0 },
      ],
    ],
    [
      'arrays by column whose cells are objects with a value',
      {
        id: [{ value: 't1' }],
        type: [{ value: 'a' }],
        fee: [{ value: 0 }],
        emv: [{ value: null }],
        amount: [{ due: 1, paid: 2 }],
      },
      [
        {
          id: { value: 't1' },
          type: { value: 'a' },
          fee: { value: 0 },
          emv: { value: null },
          amount: { due: 1, paid: 2 },
        },
      ],
    ],
    [
      'arrays by column with a column that few rows have, and one of objects',
      { id: ['t1', 't2'], type: ['a', 'b'], amount: [1, 2], fee: [0, 0], at: [{ t: 1 }, { t: 2 }], emv: { 1: true } },
      [
        { id: 't1', type: 'a', amount: 1, fee: 0, at: { t: 1 } },
        { id: 't2', type: 'b', amount: 2, fee: 0, at: { t: 2 }, emv: true },
      ],
    ],
    [
      'rows of cells with a description of their columns beside them',
      {
        schema: {
          fields: [
            { name: 'id', type: 'STRING', mode: 'NULLABLE' },
            { name: 'status', type: 'STRING', mode: 'NULLABLE' },
          ],
        },
        rows: [{ f: [{ v: 'b1' }, { v: 'PENDING' }] }, { f: [{ v: 'b2' }, { v: null }] }],
      },
      {
        schema: {
          fields: [
            { name: 'id', type: 'STRING', mode: 'NULLABLE' },
            { name: 'status', type: 'STRING', mode: 'NULLABLE' },
          ],
        },
        rows: [
          { id: 'b1', status: 'PENDING' },
          { id: 'b2', status: null },
        ],
      },
    ],
    [
      'names with values and what describes them',
      {
        data: [
          { name: 'id', value: '668', prompt: 'Id' },
          { name: 'status', value: 'pending', prompt: 'Status' },
        ],
      },
      { data: { id: '668', status: 'pending' } },
    ],
    [
      'values with their types',
      {
        item: {
          Id: { S: 'b1' },
          Net: { N: '12.50' },
          Open: { BOOL: true },
          Paid: { NULL: true },
          At: { M: { T: { S: 'x' } } },
        },
        document: { _id: { $oid: '64' }, total: { $numberDecimal: '1.5' }, at: { $date: { $numberLong: '17' } } },
        element: {
          amount: { '#text': '3.00', '@currency': 'USD' },
          at: { '@type': 'xsd:date', '@value': '2026-11-01' },
        },
        entity: { status: { type: 'Property', value: 'open' }, of: { type: 'Relationship', object: 'urn:t:1' } },
        attributes: [
          { key: 'id', value: { stringValue: 'b1' } },
          { key: 'count', value: { intValue: '2' } },
        ],
      },
      {
        item: { Id: 'b1', Net: '12.50', Open: true, Paid: null, At: { T: 'x' } },
        document: { _id: '64', total: '1.5', at: '17' },
        element: { amount: '3.00', at: '2026-11-01' },
        entity: { status: 'open', of: 'urn:t:1' },
        attributes: { id: 'b1', count: '2' },
      },
    ],
    [
      'an object with the indexes that a filter leaves of an array',
      { rows: { 2: { id: 'b', total: 1 }, 5: { id: 'c', total: 2 } }, byId: { 514: { total: 1 }, 600: { total: 2 } } },
      {
        rows: [
          { id: 'b', total: 1 },
          { id: 'c', total: 2 },
        ],
        byId: { 514: { total: 1 }, 600: { total: 2 } },
      },
    ],
    [
      'names with values, also as arrays of two',
      {
        row: [
          { key: 'id', value: 't1' },
          { key: 'amount', value: '5.00' },
        ],
        user: [
          ['id', 'u1'],
          ['email', 'a@b.example'],
        ],
      },
      { row: { id: 't1', amount: '5.00' }, user: { id: 'u1', email: 'a@b.example' } },
    ],
    [
      'sections with names',
      {
        sections: [
          { section: 'users', records: [{ id: 'u1' }] },
          {
            section: 'access',
            attributes: [
              { key: 'read', value: true },
              { key: 'write', value: false },
            ],
          },
        ],
      },
      { sections: { users: [{ id: 'u1' }], access: { read: true, write: false } } },
    ],
  ])('names the members of %s', (_title, body, expected) => {
    expect(readTables(body)).toEqual(expected);
  });

  test.each([
    [
      'groups with an id and a name',
      [
        { id: 'g1', name: 'North' },
        { id: 'g2', name: 'South' },
      ],
    ],
    ['rows by their ids', { 116: { id: '116', total: 1 }, 168: { id: '168', total: 2 } }],
    ['two lists of names', { events: ['a', 'b'], feeds: ['c', 'd'] }],
    [
      'coordinates',
      {
        points: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'pairs that repeat a name',
      [
        ['x', 1],
        ['x', 2],
      ],
    ],
    ['lists of things by kind', { a: [{ id: 1 }], b: [{ id: 2 }], c: [{ id: 3 }], d: [{ id: 4 }] }],
    ['a scalar', 'text'],
    ['nothing', undefined],
  ])('returns %s as they are', (_title, body) => {
    expect(readTables(body)).toBe(body);
  });

  test('returns the same object for the same body', () => {
    const body = { columns: ['id', 'type'], rows: [['t1', 'a']] };
    expect(readTables(body)).toBe(readTables(body));
  });
});

test('times that are written in parts, one for each step, are no columns', () => {
  const at = [2026, 3, 11, 10, 51, 53];
  const steps = { requested: at, sent: at, approved: at, dispensed: [2026, 3, 11, 10, 51, 58] };
  expect(readTables(steps)).toBe(steps);
});
