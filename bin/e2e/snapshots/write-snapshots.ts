import { fileURLToPath } from 'node:url';
import { writePages } from '../../dev/build/pages.ts';
import { imageBrowserPath } from '../testing/console-browser.ts';
import { storeImages } from './images.ts';
import { readMajorVersion, takeSnapshots } from './take-snapshots.ts';

/* `npm run snapshots`: takes the images of the console again, and stores them. */

if (imageBrowserPath === undefined) {
  process.stderr.write('No Chromium is installed. Set CHROMIUM to its path.\n');
  process.exitCode = 1;
} else {
  await writePages(fileURLToPath(new URL('../../..', import.meta.url)));
  const images = await takeSnapshots(imageBrowserPath);
  storeImages(images, await readMajorVersion(imageBrowserPath));
  process.stdout.write(`Stored ${images.size} images.\n`);
}
