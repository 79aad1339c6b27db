import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writePages } from '../dev/build/pages.ts';
import { compareWithStored, readStoredVersion } from './snapshots/images.ts';
import { FONT_IMAGE, readMajorVersion, takeSnapshots } from './snapshots/take-snapshots.ts';
import { imageBrowserPath } from './testing/console-browser.ts';

/* Compares the views of the console with the stored images. After an intended change: `npm run snapshots`. */

/** Number of pixels of an image that may differ: the edges of a few characters or lines. */
const MAX_DIFFERENT_PIXELS = 150;

test('the views of the console look like the stored images', async (context) => {
  const skip = (reason: string) => {
    process.stderr.write(`The images of the console are not compared: ${reason}\n`);
    return context.skip(reason);
  };
  if (imageBrowserPath === undefined) return skip('no Chromium is installed. Set CHROMIUM to its path.');
  const [stored, present] = [readStoredVersion(), await readMajorVersion(imageBrowserPath)];
  if (stored !== present) return skip(`they were taken with Chromium ${stored}, and this is Chromium ${present}.`);
  await writePages(fileURLToPath(new URL('../..', import.meta.url)));
  const images = await takeSnapshots(imageBrowserPath);
  const fonts = images.get(FONT_IMAGE);
  if (fonts !== undefined && compareWithStored(FONT_IMAGE, fonts).differentPixels > 0)
    return skip('this machine has other fonts.');

  const folder = mkdtempSync(join(tmpdir(), 'fleetkit-snapshots-'));
  const different: string[] = [];
  for (const [name, image] of images) {
    const { differentPixels, differences } = compareWithStored(name, image);
    if (differentPixels <= MAX_DIFFERENT_PIXELS) continue;
    different.push(`${name}: ${differentPixels} pixels`);
    writeFileSync(join(folder, `${name}.png`), image);
    writeFileSync(join(folder, `${name}-differences.png`), differences);
  }
  expect(different, `The images are in ${folder}. If the change is intended: npm run snapshots`).toEqual([]);
});
