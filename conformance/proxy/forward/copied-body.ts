import type { CopiedBody } from './forwarded-exchange.ts';

/** The memory for the bodies of all exchanges that are not judged yet. */
export interface CopyMemory {
  /** Reserves bytes; false if not enough are left. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export function createCopyMemory(mostBytes: number): CopyMemory {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > mostBytes) return false;
      held += bytes;
      return true;
    },
    release(bytes) {
      held -= bytes;
    },
  };
}

/** Copies a body while it is forwarded. */
export interface BodyCopier {
  add(chunk: Uint8Array): void;
  read(): CopiedBody;
  /** Frees the memory of the copy. */
  release(): void;
}

/** Creates a copier that drops its copy beyond `mostBytes`, or when the memory of all copies is used up. */
export function createBodyCopier(memory: CopyMemory, mostBytes: number): BodyCopier {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let held = 0;
  let isWhole = true;
  const release = () => {
    memory.release(held);
    held = 0;
    chunks = [];
  };
  return {
    add(chunk) {
      length += chunk.length;
      if (!isWhole) return;
      if (length <= mostBytes && memory.take(chunk.length)) {
        held += chunk.length;
        chunks.push(chunk);
        return;
      }
      isWhole = false;
      release();
    },
    read: () => ({ bytes: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks), length, isWhole }),
    release,
  };
}
