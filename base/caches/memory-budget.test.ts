import { describe, expect, it } from 'vitest';
import { MemoryBudget, type Releasable } from './memory-budget.ts';

class Owner implements Releasable {
  bytes: number;
  readonly reference: WeakRef<Owner> = new WeakRef(this);

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  release(): void {
    this.bytes = 0;
  }
}

describe('a memory budget', () => {
  it('releases the values of the least recently used owner above the maximum', () => {
    const budget = new MemoryBudget(100);
    const [first, second, third] = [new Owner(40), new Owner(40), new Owner(40)] as const;
    budget.noteGrowth(first.reference);
    budget.noteGrowth(second.reference);
    budget.touch(first.reference);
    budget.noteGrowth(third.reference);
    expect([first.bytes, second.bytes, third.bytes]).toEqual([40, 0, 40]);
  });

  it('releases nothing up to the maximum', () => {
    const budget = new MemoryBudget(100);
    const owners = [new Owner(50), new Owner(50)];
    for (const { reference } of owners) budget.noteGrowth(reference);
    expect(owners.map(({ bytes }) => bytes)).toEqual([50, 50]);
  });

  it('keeps the values of an owner that alone exceeds the maximum', () => {
    const budget = new MemoryBudget(100);
    const owners = [new Owner(50), new Owner(500)];
    for (const { reference } of owners) budget.noteGrowth(reference);
    expect(owners.map(({ bytes }) => bytes)).toEqual([0, 500]);
  });
});
