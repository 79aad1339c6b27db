import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A file, ready to be sent. */
export interface PageFile {
  readonly content: Buffer;
  /** The content compressed with Brotli; undefined if the build wrote no compressed form. */
  readonly compressed: Buffer | undefined;
  readonly mediaType: string;
  /** A strong entity tag of the content. */
  readonly etag: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

const decompress = promisify(brotliDecompress);

/** Reads the built pages and their assets when they are first requested, and keeps them in memory. */
export class PageFiles {
  readonly #folder: URL;
  readonly #files = new Map<string, Promise<PageFile | undefined>>();
  #list: Promise<ReadonlySet<string>> | undefined;

  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** Returns a page or asset by its path; undefined if the build did not write it. */
  async read(path: string): Promise<PageFile | undefined> {
    this.#list ??= this.#readList();
    return (await this.#list).has(path) ? this.#read(path) : undefined;
  }

  #read(path: string): Promise<PageFile | undefined> {
    const known = this.#files.get(path) ?? this.#load(path);
    this.#files.set(path, known);
    return known;
  }

  async #load(path: string): Promise<PageFile | undefined> {
    const [plain, compressed] = await Promise.all([this.#readBytes(path), this.#readBytes(`${path}.br`)]);
    // The package has only the compressed form of most files.
    const content = plain ?? (compressed === undefined ? undefined : await decompress(compressed));
    if (content === undefined) return undefined;
    const mediaType = MEDIA_TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return { content, compressed, mediaType, etag: `"${createHash('sha256').update(content).digest('base64url')}"` };
  }

  async #readList(): Promise<ReadonlySet<string>> {
    const text = await this.#readBytes('files.json');
    return new Set(text === undefined ? [] : (JSON.parse(text.toString()) as string[])); // written by the build
  }

  /** Returns undefined for a file that does not exist. */
  #readBytes(path: string): Promise<Buffer | undefined> {
    return readFile(new URL(path, this.#folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }
}
