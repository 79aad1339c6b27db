import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EPOCH_MS } from '../../../../fixtures/time/epoch.ts';
import { outcomeNames } from '../../../../spec/trigger-parameters.ts';
import { outcomes, planOutcome } from '../../../world/outcomes/index.ts';
import { generateWorld } from '../../../world/state/world.ts';
import { lookAt } from '../../../world/testing/inject-facts.ts';

test('every outcome of the contract is defined, in the same order', () => {
  expect(outcomes.map(({ name }) => name)).toEqual(outcomeNames);
});

test.each(outcomes)('the documents name the states of $name', ({ name, subject, needsState }) => {
  const document = readFileSync(new URL('../../../../docs/outcomes.md', import.meta.url), 'utf8');
  const row = document.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  expect(row).toBeDefined();
  if (subject === 'batch' || subject === 'command')
    expect(row?.split('|')[2]?.trim()).toBe(needsState.map((state) => `\`${state}\``).join(', '));
});

const keys = ['sbx-northway-admin', 'sbx-redline-admin', 'sbx-delgado-owner', 'sbx-meridian-admin'];
const scopes = keys.map((key) => lookAt(generateWorld(1), key, EPOCH_MS));

test.each(outcomes)('$name usually happens within the documented time', ({ name, usuallyWithinMs }) => {
  for (const scope of scopes) {
    const planned = planOutcome(scope, name, { target: {}, parameters: {} });
    if (!('obstacles' in planned)) expect(planned.atMs - EPOCH_MS).toBeLessThanOrEqual(usuallyWithinMs);
  }
});
