import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blindServices } from '../../blind/services.ts';
import { DIMENSIONS } from '../../generator/dimensions/index.ts';
import { FAULTS } from '../../generator/faults/index.ts';
import { mutants } from '../../mutants/index.ts';
import { independentServices } from '../services.ts';
import { causes, chooseServices, quotes, sentences } from './cover.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the services of this folder are those that show what no other one shows', () => {
  expect(
    chooseServices()
      .map(({ service }) => service)
      .sort(),
  ).toEqual(independentServices.map(({ name }) => name).sort());
});

test.each([
  ...independentServices.map(({ name, faults }) => ({
    name,
    quoted: Object.values(faults).flatMap(({ isMust, sentence }) => (isMust ? [sentence] : [])),
  })),
  ...blindServices.map(({ name, faults }) => ({
    name,
    quoted: faults.flatMap(({ must, sentence }) => (must ? [sentence] : [])),
  })),
])('$name shows the listed sentences', ({ name, quoted }) => {
  const listed = sentences.filter(({ services }) => services.includes(name)).map(({ cause }) => cause);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((sentence) => !quoted.some((quotation) => quotes(quotation, sentence)))).toEqual([]);
});

test('the generated faults, dimensions, mutants and tests that show a cause exist', () => {
  const exists: Readonly<Record<string, (name: string) => boolean>> = {
    fault: (name) => FAULTS.some(({ id }) => id === name),
    dimension: (name) => name in DIMENSIONS,
    mutant: (name) => mutants.some(({ id }) => id === name),
    test: (name) => existsSync(join(ROOT, name)),
  };
  const named = causes.flatMap(({ otherwise = '' }) => [
    ...otherwise.matchAll(/\b(fault|dimension|mutant|test) (\S+)/g),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, kind = '', name = '']) => exists[kind]?.(name) !== true).map(([text]) => text)).toEqual([]);
});
