import { expect, it } from 'vitest';
import { hashReplies } from '../testing/hash-replies.ts';

/*
 * The hashes are those of the replies before fleets were computed in steps. Accept others only after a change of the
 * contract, the wording or the data: the way in which a fleet is computed must not change its replies.
 */

it('gives the stored replies with 20 terminals', async () => {
  expect(await hashReplies({ terminals: 20, fleetThreads: 0 })).toMatchSnapshot();
});

it('gives the stored replies with 100 terminals', async () => {
  expect(await hashReplies({ terminals: 100, fleetThreads: 0 })).toMatchSnapshot();
});

it('gives the same replies of the fleet of a user with and without a thread', async () => {
  const fleet = {
    tenant_id: 'acct_bay',
    accounts: [{ account_id: 'acct_bay_east', name: 'Bay East' }],
    users: [{ user_id: 'usr_bay', display_name: 'Ann Bay', role: 'iso_admin', keys: ['sbx-bay-admin'] }],
    terminals: Array.from({ length: 20 }, (_, at) => ({
      terminal_id: `BY${100_000 + at}`,
      ...(at % 3 === 0 && { account_id: 'acct_bay_east' }),
    })),
  };
  // Another text, so that the second sandbox does not share what the first one has computed.
  const [one, other] = [
    { name: 'Bay Cash', ...fleet },
    { ...fleet, name: 'Bay Cash' },
  ];
  const alone = await hashReplies({ fleets: [one], fleetThreads: 0 }, ['usr_bay']);
  const helped = await hashReplies({ fleets: [other], fleetThreads: 1 }, ['usr_bay']);
  expect(helped).toEqual(alone);
  expect(Object.values(alone).flat()).not.toContain('status 401');
});
