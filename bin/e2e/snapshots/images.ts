import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/* The stored images, and their comparison with new ones. */

const folder = join(import.meta.dirname, 'images');
const VERSION_FILE = 'chromium-version.txt';

/** Colours are stored in steps of this size, which makes files smaller, except the most frequent ones. */
const COLOUR_STEP = 16;
const EXACT_COLOURS = 32;
/** How different a pixel may be, from 0 to 1: more than the steps of the stored colours. */
const COLOUR_TOLERANCE = 0.12;

/** Returns the major version of the browser that took the stored images. */
export const readStoredVersion = (): string => readFileSync(join(folder, VERSION_FILE), 'utf8').trim();

/** Replaces the stored images. */
export function storeImages(images: ReadonlyMap<string, Buffer>, version: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, image] of images) writeFileSync(join(folder, `${name}.png`), reduceColours(image));
  writeFileSync(join(folder, VERSION_FILE), `${version}\n`);
}

function reduceColours(image: Buffer): Buffer {
  const png = PNG.sync.read(image);
  const pixels = new Uint32Array(png.data.buffer, png.data.byteOffset, png.data.length / 4);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one);
  const exact = new Set(byCount.slice(0, EXACT_COLOURS).map(([pixel]) => pixel));
  pixels.forEach((pixel, index) => {
    if (exact.has(pixel)) return;
    for (let at = index * 4; at < index * 4 + 3; at += 1)
      png.data[at] = Math.min(255, Math.round((png.data[at] ?? 0) / COLOUR_STEP) * COLOUR_STEP);
  });
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
}

/** The number of pixels that differ from the stored image, and an image of the differences. */
export interface Comparison {
  readonly differentPixels: number;
  readonly differences: Buffer;
}

/** Compares an image with the stored one. Counts all pixels if there is none, or if its size differs. */
export function compareWithStored(name: string, image: Buffer): Comparison {
  const actual = PNG.sync.read(image);
  const { width, height } = actual;
  const path = join(folder, `${name}.png`);
  const stored = existsSync(path) ? PNG.sync.read(readFileSync(path)) : undefined;
  if (stored?.width !== width || stored.height !== height)
    return { differentPixels: width * height, differences: image };
  const differences = new PNG({ width, height });
  const differentPixels = pixelmatch(stored.data, actual.data, differences.data, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  return { differentPixels, differences: PNG.sync.write(differences) };
}
