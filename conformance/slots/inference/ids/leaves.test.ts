import { expect, test } from 'vitest';
import { findTexts } from '../../../reading/pointers.ts';
import { listLeaves } from './leaves.ts';

const BODIES: readonly (readonly [name: string, body: unknown, pointer: string, texts: readonly string[]])[] = [
  ['an array', { items: [{ id: 'T1' }, { id: 'T2' }] }, '/items/*/id', ['T1', 'T2']],
  ['a list of texts', { terminals: ['T1', 'T2'] }, '/terminals/*', ['T1', 'T2']],
  ['a map by id', { terminals: { 'T-1': { a: 1, b: 2 }, 'T-2': { a: 1, b: 2 } } }, '/terminals/*/#', ['T-1', 'T-2']],
  [
    'a map by names like those of members, whose rows name themselves',
    { disputes: { qaaaA: { id: 'qaaaA', due: 'x' }, qaaab: { id: 'qaaab', ended: 'y', by: 'z' } } },
    '/disputes/*/#',
    ['qaaaA', 'qaaab'],
  ],
  [
    'a map by names like those of members, whose rows lack some members',
    { sites: { north: { a: 1, b: 2, c: 3, d: 4, e: 5 }, south: { a: 1, b: 2, c: 3, d: 4 } } },
    '/sites/*/#',
    ['north', 'south'],
  ],
  [
    'a table',
    {
      rows: [
        ['T1', 5, 'x'],
        ['T2', 6, 'y'],
      ],
    },
    '/rows/*/0',
    ['T1', 'T2'],
  ],
  ['a resource name', { name: 'terminals/T1' }, '/name/$', ['T1']],
  ['a link to a thing below', { href: '/v1/terminals/T%201/commands' }, '/href/$terminals', ['T 1']],
];

test.each(BODIES)('lists the ids of %s at a pointer that finds them again', (_, ...[body, pointer, texts]) => {
  const leaves = listLeaves(body).filter((leaf) => leaf.pointer === pointer);
  expect(leaves.map(({ text }) => text)).toEqual(texts);
  expect(findTexts(body, pointer)).toEqual(texts);
});
