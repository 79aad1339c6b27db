import {
  changeJson,
  changeRows,
  isSuccessResponse,
  type Json,
  learnKeys,
  type Mutant,
  makeJsonResponse,
  parseJsonBody,
  readObjects,
  readText,
  replaceJsonBody,
  replaceKey,
  replaceResponse,
} from './proxy-helpers.ts';

const isInvalidJson = (text: string | undefined): boolean => {
  try {
    JSON.parse(text ?? '');
    return false;
  } catch {
    return true;
  }
};

/** Adds a dispute about its transaction to every list for each write that `leaves` selects. */
const addDisputeAfterWrite =
  (leaves: (received: { key: string | undefined; status: number }) => boolean): Mutant['alter'] =>
  (transport) => {
    const strays: string[] = [];
    const watching = replaceResponse('createDispute', async ({ request, key }, pass) => {
      const honest = await pass(request);
      const about = /txn_\w+/.exec(request.body ?? '')?.[0];
      if (about !== undefined && leaves({ key, status: honest.status })) strays.push(about);
      return honest;
    })(transport);
    return changeJson('listDisputes', (body) => {
      const [first] = readObjects(body.data);
      if (first === undefined) return;
      const left = strays.map((transaction_id, index) => ({
        ...first,
        dispute_id: `dsp_stray${index}`,
        transaction_id,
      }));
      body.data = [...readObjects(body.data), ...left];
    })(watching);
  };

/** Alters the list of disputes after disputes were opened. */
const changeOpened =
  (change: (body: Json, isOpened: (row: Json) => boolean) => void): Mutant['alter'] =>
  (transport) => {
    const opened = new Set<unknown>();
    const watching = replaceResponse('createDispute', async ({ request }, pass) => {
      const honest = await pass(request);
      if (isSuccessResponse(honest)) opened.add(parseJsonBody(honest).dispute_id);
      return honest;
    })(transport);
    return changeJson('listDisputes', (body) => change(body, ({ dispute_id }) => opened.has(dispute_id)))(watching);
  };

export const writeMutants: readonly Mutant[] = [
  {
    id: 'writes-return-what-is-not-declared',
    title: 'An accepted dispute returns a list, where the public document declares an object',
    kills: ['writes/responses-keep-the-published-document'],
    isSubtle: true,
    alter: replaceResponse('createDispute', async ({ request }, pass) => {
      const response = await pass(request);
      return isSuccessResponse(response) ? { ...response, body: Buffer.from(`[${readText(response)}]`) } : response;
    }),
  },
  {
    id: 'writes-refused-for-privilege-stays',
    title: 'A dispute that a read-only key may not open is listed anyway',
    kills: ['auth/writes-refused-change-nothing'],
    alter: addDisputeAfterWrite(({ key, status }) => key !== undefined && status === 403),
  },
  {
    id: 'writes-without-a-key-stay',
    title: 'A dispute that was refused because of a missing key is listed anyway',
    kills: ['auth/writes-need-a-key'],
    alter: addDisputeAfterWrite(({ key, status }) => key === undefined && status === 401),
  },
  {
    id: 'writes-a-refused-request-derives',
    title: 'A read-only key gets 403, and the settlements are derived anyway',
    kills: ['auth/writes-refused-change-nothing'],
    isSubtle: true,
    alter: (transport) => {
      let strays = 0;
      const deriving = replaceResponse('deriveSettlements', async ({ request }, pass) => {
        const honest = await pass(request);
        if (honest.status === 403) strays = 1; // the day can be derived once
        return honest;
      })(transport);
      return changeRows('listSettlements', (rows) => [
        ...rows,
        ...rows.slice(0, strays).map((row) => ({ ...row, batch_id: 'bat_stray' })),
      ])(deriving);
    },
  },
  {
    id: 'writes-any-key-derives',
    title: 'Any key may derive settlements',
    kills: ['auth/writes-need-a-key'],
    alter: learnKeys((keys) =>
      replaceResponse('deriveSettlements', async ({ request, key }, pass) =>
        pass(key === undefined || keys.has(key) ? request : replaceKey(request, [...keys][0])),
      ),
    ),
  },
  {
    id: 'writes-a-foreign-transaction-is-disputed',
    title: 'A dispute can be opened about a foreign transaction',
    kills: ['writes/foreign-transactions-cannot-be-disputed'],
    alter: replaceResponse('createDispute', async ({ request }, pass) => {
      const honest = await pass(request);
      const key = /txn_EA/.test(request.body ?? '') ? 'k-east-0001' : 'k-west-0003';
      return honest.status === 422 ? pass(replaceKey(request, key)) : honest;
    }),
  },
  {
    id: 'writes-the-refusal-shows-the-transaction',
    title: 'The refusal of a dispute about a foreign transaction names others of its terminal',
    kills: ['writes/foreign-transactions-cannot-be-disputed'],
    alter: replaceResponse('createDispute', async ({ request }, pass) => {
      const honest = await pass(request);
      const terminal = /txn_([A-Z]+\d+)/.exec(request.body ?? '')?.[1];
      return honest.status === 422 && terminal !== undefined
        ? makeJsonResponse(403, { others: [1, 2].map((number) => `txn_${terminal}_${number}`) })
        : honest;
    }),
  },
  {
    id: 'writes-a-foreign-terminal-is-settled',
    title: 'Settlements of a foreign terminal can be derived',
    kills: ['writes/foreign-settlements-cannot-be-derived'],
    alter: replaceResponse('deriveSettlements', async ({ request }, pass) => {
      const honest = await pass(request);
      const terminal_id = /"terminal_id":"(\w+)"/.exec(request.body ?? '')?.[1];
      return honest.status === 422 && terminal_id !== undefined
        ? makeJsonResponse(200, { batches: [{ batch_id: 'ach_other', terminal_id }] })
        : honest;
    }),
  },
  {
    id: 'writes-settlements-of-others-are-derived',
    title: 'Deriving settlements also derives those of another account',
    kills: ['writes/derived-settlements-are-of-the-caller'],
    alter: replaceResponse('deriveSettlements', async ({ request, key }, pass) => {
      const honest = await pass(request);
      return key === 'k-east-0001' && isSuccessResponse(honest)
        ? makeJsonResponse(200, { batches: [{ batch_id: 'ach_acct_west_1' }] })
        : honest;
    }),
  },
  {
    id: 'writes-a-read-derives',
    title: 'GET derives settlements too',
    kills: ['writes/reads-derive-nothing'],
    alter: (transport) => {
      let derived = 0;
      const deriving = replaceResponse(
        ({ request, key }) =>
          request.method === 'GET' && request.url.endsWith('/settlements/derive') && key !== undefined,
        async () => {
          derived += 1;
          return makeJsonResponse(200, { derived: true });
        },
      )(transport);
      return changeRows('listSettlements', (rows) => [
        ...rows,
        ...Array.from({ length: derived }, (_, index) => ({
          ...rows[0],
          batch_id: `${String(rows[0]?.batch_id)}_read${index}`,
        })),
      ])(deriving);
    },
  },
  {
    id: 'writes-a-dispute-without-a-transaction-opens',
    title: 'A dispute without a transaction can be opened',
    kills: ['writes/disputes-need-their-transaction'],
    alter: (transport) => {
      let opened = 0;
      const accepting = replaceResponse('createDispute', async ({ request, key }, pass) => {
        const honest = await pass(request);
        if (honest.status !== 422 || key === undefined || /transaction_id/.test(request.body ?? '')) return honest;
        opened += 1;
        return makeJsonResponse(201, { dispute_id: `dsp_bare${opened}` });
      })(transport);
      return changeJson('listDisputes', (body) => {
        const rows = readObjects(body.data);
        const bare = Array.from({ length: opened }, (_, index) => ({
          ...rows[0],
          dispute_id: `dsp_bare${index + 1}`,
          transaction_id: null,
        }));
        body.data = [...rows, ...bare];
      })(accepting);
    },
  },
  {
    id: 'writes-an-opened-dispute-is-not-listed',
    title: 'A newly opened dispute is not listed',
    kills: ['writes/created-items-are-listed'],
    alter: changeOpened((body, isOpened) => {
      body.data = readObjects(body.data).filter((row) => !isOpened(row));
    }),
  },
  {
    id: 'writes-an-opened-dispute-is-about-another-transaction',
    title: 'A newly opened dispute is about another transaction than that of the request',
    kills: ['writes/created-items-are-listed'],
    isSubtle: true,
    alter: changeOpened((body, isOpened) => {
      for (const row of readObjects(body.data))
        if (isOpened(row)) row.transaction_id = `${String(row.transaction_id)}8`;
    }),
  },
  {
    id: 'writes-the-portal-allows-what-is-refused',
    title: 'The access flags of the portal allow every key to write',
    kills: ['writes/flags-tell-what-is-allowed', 'writes/flags-are-those-of-the-key'],
    alter: changeJson('getPortal', (body) => {
      body.access_flags = { can_create_disputes: true, can_derive_settlements: true };
    }),
  },
  {
    id: 'writes-malformed-bodies-fail',
    title: 'A body that is not JSON causes a server error',
    kills: ['writes/bad-bodies-are-no-accident'],
    alter: replaceResponse(
      ({ request }) => request.method === 'POST' && isInvalidJson(request.body),
      async () => makeJsonResponse(500, {}),
    ),
  },
  {
    id: 'writes-deep-bodies-fail',
    title: 'A deeply nested body makes the derivation fail',
    kills: ['writes/bad-bodies-are-no-accident'],
    alter: replaceResponse('deriveSettlements', async ({ request }, pass) =>
      /(\{"a":){999}/.test(request.body ?? '') ? makeJsonResponse(502, {}) : pass(request),
    ),
  },
  {
    id: 'writes-a-list-is-accepted',
    title: 'A JSON array is accepted as a request to derive settlements',
    kills: ['writes/unreadable-bodies-are-refused'],
    alter: replaceResponse('deriveSettlements', async ({ request, key }, pass) =>
      request.body === '[]' && key !== undefined ? makeJsonResponse(202, {}) : pass(request),
    ),
  },
  {
    id: 'writes-a-repetition-stays',
    title: 'A dispute that is refused as a duplicate is listed anyway',
    kills: ['writes/refused-writes-leave-no-trace'],
    alter: addDisputeAfterWrite(({ status }) => status === 409),
  },
  {
    id: 'writes-reading-completes-commands',
    title: 'Reading a command completes it',
    kills: ['writes/reading-changes-nothing'],
    alter: (transport) => {
      const read = new Set<string>();
      return replaceResponse('listTerminalCommands', async ({ request }, pass) => {
        const honest = await pass(request);
        if (!isSuccessResponse(honest)) return honest;
        const isKnown = read.has(request.url);
        read.add(request.url);
        const data = readObjects(parseJsonBody(honest).data).map((row) => ({
          ...row,
          state: isKnown ? 'completed' : 'queued',
        }));
        return replaceJsonBody(honest, { ...parseJsonBody(honest), data });
      })(transport);
    },
  },
];
