import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of HTTP archives. The oldest ones are deleted when the folder reaches its size. */
export interface HarFolder {
  /** Appends an entry. Throws the error of the file system. */
  append(entry: unknown): void;
  close(): void;
}

export interface HarFolderOptions {
  readonly folder: string;
  /** The size after which a new file begins, in bytes. */
  readonly fileBytes: number;
  /** The size of all files, in bytes. */
  readonly totalBytes: number;
  /** The members of `log` before its entries. */
  readonly creator: { readonly name: string; readonly version: string };
}

const NAME = /^traffic-(\d{6,})\.har$/;
const END = Buffer.from('\n]}}\n');

/**
 * Opens a folder for archives, and creates it if it is absent. Each file is complete JSON after each entry, because the end of the file
 * is written again behind the new entry. Only this user can read the files. Throws the error of the file system.
 */
export function openHarFolder({ folder, fileBytes, totalBytes, creator }: HarFolderOptions): HarFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = listHarFiles(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  let number = Number(NAME.exec(files.at(-1)?.name ?? '')?.[1] ?? 0);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let open: { readonly descriptor: number; bytes: number; isEmpty: boolean } | undefined;

  const openNext = () => {
    number += 1;
    const name = `traffic-${String(number).padStart(6, '0')}.har`;
    const descriptor = openSync(join(folder, name), 'wx', 0o600);
    const start = Buffer.from(`{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`);
    writeSync(descriptor, Buffer.concat([start, END]), 0, start.length + END.length, 0);
    files.push({ name, bytes: 0 });
    return { descriptor, bytes: start.length, isEmpty: true };
  };
  const close = () => {
    if (open === undefined) return;
    closeSync(open.descriptor);
    const last = files.at(-1);
    if (last !== undefined) last.bytes = open.bytes;
    open = undefined;
  };
  const dropOldest = () => {
    while (total > totalBytes && files.length > 1) {
      const oldest = files.shift();
      if (oldest === undefined) return;
      rmSync(join(folder, oldest.name), { force: true });
      total -= oldest.bytes;
    }
  };
  return {
    append(entry) {
      open ??= openNext();
      const bytes = Buffer.from(`${open.isEmpty ? '' : ',\n'}${JSON.stringify(entry)}`);
      writeSync(open.descriptor, Buffer.concat([bytes, END]), 0, bytes.length + END.length, open.bytes);
      open.bytes += bytes.length;
      open.isEmpty = false;
      total += bytes.length;
      if (open.bytes >= fileBytes) close();
      dropOldest();
    },
    close,
  };
}

/** Returns the names of the archives of a folder, in the order in which they were written. */
export const listHarFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort((one, other) => Number(NAME.exec(one)?.[1]) - Number(NAME.exec(other)?.[1]));
