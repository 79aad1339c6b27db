import { readFileSync } from 'node:fs';
import { RequestFailure } from './client.ts';

/** Reads the file of `--body`, or standard input for `-`. Throws `RequestFailure` if it cannot be read or is too large. */
export function readBodyFile(file: string, maxBytes: number): Buffer {
  const bytes = readFileOrStdin(file);
  if (bytes.length <= maxBytes) return bytes;
  throw new RequestFailure(`--body: expected at most ${maxBytes} bytes; ${file} has ${bytes.length}.`, 2);
}

function readFileOrStdin(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new RequestFailure(`--body: ${file === '-' ? 'standard input' : file} cannot be read.`, 2);
  }
}
