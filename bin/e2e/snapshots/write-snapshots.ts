import { fileURLToPath } from 'node:url';
import { writePages } from '../../dev/build/pages.ts';
import { chromiumPath } from '../testing/console-browser.ts';
import { storeImages } from './images.ts';
import { readMajorVersion, takeSnapshots } from './take-snapshots.ts';

/* `npm run snapshots`: takes the images of the console again, and stores them. */

if (chromiumPath === undefined) {
  process.stderr.write('No Chromium is installed. Set CHROMIUM to its path.\n');
  process.exitCode = 1;
} else {
  await writePages(fileURLToPath(new URL('../../..', import.meta.url)));
  const images = await takeSnapshots(chromiumPath);
  storeImages(images, await readMajorVersion(chromiumPath));
  process.stdout.write(`Stored ${images.size} images.\n`);
}
