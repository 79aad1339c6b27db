import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Larger spaces for new objects make requests hardly faster, and V8 would let this one grow to 128 MB under load. */
const MAX_NEW_SPACE_BYTES = 16 * 1024 * 1024;

/** V8 would let a small heap grow to more than twice its size before it collects old objects. */
const GROWTH_PERCENT = 30;

/**
 * Limits the growth of the heap, so that a server under load needs little more memory than an idle one: that of old objects
 * between two collections, and that of the space where V8 creates objects. V8 has an option for the latter only before a process
 * starts, and a command cannot set options of the process that runs it; so this switches the growth of the space off while it is
 * large enough. V8 shrinks the space of an idle server itself.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  let isGrowing = true;
  const observer = new PerformanceObserver(() => {
    const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
    const mayGrow = size < MAX_NEW_SPACE_BYTES;
    if (mayGrow === isGrowing) return;
    isGrowing = mayGrow;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}
