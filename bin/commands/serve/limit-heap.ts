import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Larger spaces for new objects make requests hardly faster, and V8 would let this one grow to 128 MB under load. */
const MAX_NEW_SPACE_BYTES = 8 * 1024 * 1024;

/** V8 would let a small heap grow to more than twice its size before it collects old objects. */
const GROWTH_PERCENT = 20;

/**
 * Limits the growth of the heap, so that a server under load needs little more memory than an idle one: that of old objects
 * between two collections, and that of the space where V8 creates objects. V8 has an option for the latter only before a process
 * starts, and a command cannot set options of the process that runs it; so this switches the growth of the space off while it is
 * large enough. V8 shrinks the space of an idle server itself.
 *
 * Call it before the server is loaded: V8 rarely gives back the memory that loading takes. The space for new objects keeps its
 * initial size until the returned function is called, when the server is ready for requests.
 *
 * The old objects of a server that many users share grow as V8 chooses: each collection of them delays every user. All objects of a
 * server with a large fleet do: its first replies would take twice the time, most of it for collections. The options also apply to the
 * threads that compute parts of the fleet.
 */
export function limitHeap({ isShared = false, isLarge = false } = {}): () => void {
  if (isLarge) return () => undefined;
  if (!isShared) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString('--semi-space-growth-factor=1');
  return () => {
    let isGrowing = false;
    const limit = (): void => {
      const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
      const mayGrow = size < MAX_NEW_SPACE_BYTES;
      if (mayGrow === isGrowing) return;
      isGrowing = mayGrow;
      setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    };
    limit();
    new PerformanceObserver(limit).observe({ entryTypes: ['gc'] });
  };
}
