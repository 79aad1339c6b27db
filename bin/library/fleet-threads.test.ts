import { expect, it } from 'vitest';
import { isThorough } from '../../base/testing/depth.ts';
import { hashReplies } from './testing/hash-replies.ts';

/* In a separate process, because the sandboxes of a process share what one of them computed. The hashes are those of `large-fleet-replies.verify.ts`. */

it.runIf(isThorough)('gives the stored replies with 100 terminals if other threads compute them', async () => {
  expect(await hashReplies({ terminals: 100, fleetThreads: 2 })).toMatchSnapshot();
});
