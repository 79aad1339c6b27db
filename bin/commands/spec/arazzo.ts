import type { Contract } from '../../../spec/contract-document.ts';
import type { CollectionTarget } from './collection.ts';

/*
 * The main jobs of a client as Arazzo workflows. Their operations are in two documents beside it: `openapi.json` (`fleetkit spec --public`) and
 * `sandbox.json` (`fleetkit spec --sandbox`).
 */

/** Returns an Arazzo 1.0 document. Ids of the target are the defaults of inputs. */
export const buildArazzo = (contract: Contract, { ids, apiKey }: CollectionTarget): object => ({
  arazzo: '1.0.1',
  info: {
    title: `${contract.info.title}: workflows`,
    version: contract.info.version,
    description: 'The main jobs of a client. The webhooks are those of a sandbox.',
  },
  sourceDescriptions: [
    { name: 'service', url: 'openapi.json', type: 'openapi' },
    { name: 'sandbox', url: 'sandbox.json', type: 'openapi' },
  ],
  workflows: [
    readAllRows(apiKey),
    readRemainingRows(),
    disputeRow(ids, apiKey),
    deriveBatch(apiKey),
    receiveWebhook(apiKey),
  ],
});

interface Step {
  readonly stepId: string;
  readonly description: string;
  readonly operationId?: string;
  readonly workflowId?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly successCriteria?: readonly object[];
  readonly onSuccess?: readonly object[];
  readonly outputs?: Readonly<Record<string, string>>;
}

/** Returns the definition of inputs: the key, and strings by their name with a default. */
const defineInputs = (apiKey: string, others: Readonly<Record<string, object>> = {}): object => ({
  type: 'object',
  required: ['apiKey'],
  properties: {
    apiKey: {
      type: 'string',
      format: 'password',
      description: 'The API key.',
      ...(apiKey !== '' && { default: apiKey }),
    },
    ...others,
  },
});

const KEY = { name: 'X-API-Key', in: 'header', value: '$inputs.apiKey' };
const query = (name: string, value: unknown): object => ({ name, in: 'query', value });
const inPath = (name: string, value: string): object => ({ name, in: 'path', value });
const hasStatus = (status: number): object => ({ condition: `$statusCode == ${status}` });

/** Ends the workflow on the last page, and otherwise goes to `stepId`. */
const endOnLastPage = (stepId: string): readonly object[] => [
  { name: 'last-page', type: 'end', criteria: [{ condition: '$response.body#/page/has_more == false' }] },
  { name: 'more-pages', type: 'goto', stepId, criteria: [{ condition: '$response.body#/page/has_more == true' }] },
];

const PAGE = 500;

const readAllRows = (apiKey: string): object => ({
  workflowId: 'read-all-rows',
  summary: 'Page through all rows',
  description: 'Reads every transaction row of one snapshot: the first page, and then the page of each cursor.',
  inputs: defineInputs(apiKey),
  steps: [
    {
      stepId: 'first-page',
      description: 'All pages of one walk show the snapshot of the first.',
      operationId: '$sourceDescriptions.service.listTransactions',
      parameters: [KEY, query('limit', PAGE)],
      successCriteria: [hasStatus(200)],
      onSuccess: endOnLastPage('next-pages'),
      outputs: { next_cursor: '$response.body#/page/next_cursor', matched: '$response.body#/page/matched' },
    },
    {
      stepId: 'next-pages',
      description: 'Reads the other pages.',
      workflowId: 'read-remaining-rows',
      parameters: [
        { name: 'apiKey', value: '$inputs.apiKey' },
        { name: 'cursor', value: '$steps.first-page.outputs.next_cursor' },
      ],
    },
  ] satisfies readonly Step[],
  outputs: { matched: '$steps.first-page.outputs.matched' },
});

const readRemainingRows = (): object => ({
  workflowId: 'read-remaining-rows',
  summary: 'Read the pages after a cursor',
  description: 'Called by read-all-rows, and by this workflow for the next page.',
  inputs: defineInputs('', { cursor: { type: 'string', description: 'The cursor of the previous page.' } }),
  steps: [
    {
      stepId: 'page',
      description: 'Sends the cursor with the filters and the order of the first page.',
      operationId: '$sourceDescriptions.service.listTransactions',
      parameters: [KEY, query('limit', PAGE), query('cursor', '$inputs.cursor')],
      successCriteria: [hasStatus(200)],
      onSuccess: endOnLastPage('following-pages'),
      outputs: { next_cursor: '$response.body#/page/next_cursor' },
    },
    {
      stepId: 'following-pages',
      description: 'Reads the pages after this one.',
      workflowId: 'read-remaining-rows',
      parameters: [
        { name: 'apiKey', value: '$inputs.apiKey' },
        { name: 'cursor', value: '$steps.page.outputs.next_cursor' },
      ],
    },
  ] satisfies readonly Step[],
});

const disputeRow = (ids: CollectionTarget['ids'], apiKey: string): object => ({
  workflowId: 'dispute-row',
  summary: 'Dispute a row',
  description:
    'Finds a withdrawal of a terminal, opens a case about it, and reads the case and the timeline of the transaction.',
  inputs: defineInputs(apiKey, {
    terminalId: {
      type: 'string',
      description: 'A terminal whose largest amount is that of a withdrawal without a case.',
      ...(ids.terminal_id !== undefined && { default: ids.terminal_id }),
    },
  }),
  steps: [
    {
      stepId: 'find-withdrawal',
      description: 'The row with the largest completed amount.',
      operationId: '$sourceDescriptions.service.listTerminalTransactions',
      parameters: [KEY, inPath('terminal_id', '$inputs.terminalId'), query('sort_by', 'amt_comp'), query('limit', 1)],
      successCriteria: [hasStatus(200), { condition: "$response.body#/data/0/transaction_type == 'withdrawal'" }],
      outputs: {
        transaction_id: '$response.body#/data/0/transaction_id',
        amount: '$response.body#/data/0/amt_comp',
      },
    },
    {
      stepId: 'open-case',
      description: 'The idempotency key is derived from the transaction, so that a repetition gets the same response.',
      operationId: '$sourceDescriptions.service.createDispute',
      parameters: [
        KEY,
        {
          name: 'Idempotency-Key',
          in: 'header',
          value: 'dispute-{$steps.find-withdrawal.outputs.transaction_id}',
        },
      ],
      requestBody: {
        contentType: 'application/json',
        payload: {
          transaction_id: '$steps.find-withdrawal.outputs.transaction_id',
          reason_code: 'cash_not_dispensed',
          amount: '$steps.find-withdrawal.outputs.amount',
        },
      },
      successCriteria: [hasStatus(201)],
      outputs: { dispute_id: '$response.body#/dispute_id' },
    },
    {
      stepId: 'read-case',
      description: 'The list contains the case.',
      operationId: '$sourceDescriptions.service.listDisputes',
      parameters: [KEY, query('terminal_id', '$inputs.terminalId'), query('status', 'open')],
      successCriteria: [
        hasStatus(200),
        { condition: '$response.body#/data/0/dispute_id == $steps.open-case.outputs.dispute_id' },
      ],
    },
    {
      stepId: 'read-timeline',
      description: 'The timeline of the transaction shows the case.',
      operationId: '$sourceDescriptions.service.getTransactionTimeline',
      parameters: [KEY, inPath('transaction_id', '$steps.find-withdrawal.outputs.transaction_id')],
      successCriteria: [hasStatus(200)],
    },
  ] satisfies readonly Step[],
  outputs: { dispute_id: '$steps.open-case.outputs.dispute_id' },
});

const deriveBatch = (apiKey: string): object => ({
  workflowId: 'derive-batch',
  summary: 'Derive a settlement batch and follow it',
  description:
    'Derives the last closed business date of the account of the key, and reads the batch in the list of its date.',
  inputs: defineInputs(apiKey),
  steps: [
    {
      stepId: 'dry-run',
      description: 'Computes the batch without storing it.',
      operationId: '$sourceDescriptions.service.deriveSettlements',
      parameters: [KEY],
      requestBody: { contentType: 'application/json', payload: { dry_run: true } },
      successCriteria: [hasStatus(200), { condition: "$response.body#/batches/0/status == 'derived'" }],
    },
    {
      stepId: 'derive',
      description: 'Stores the batch: 201 for a new one, 200 for one that was derived before.',
      operationId: '$sourceDescriptions.service.deriveSettlements',
      parameters: [KEY],
      requestBody: { contentType: 'application/json', payload: { dry_run: false } },
      successCriteria: [{ condition: '$statusCode == 201 || $statusCode == 200' }],
      outputs: {
        batch_id: '$response.body#/batches/0/batch_id',
        business_date: '$response.body#/batches/0/business_date',
      },
    },
    {
      stepId: 'follow',
      description: 'The list of the date contains the batch. Send this request again to follow its status.',
      operationId: '$sourceDescriptions.service.listSettlements',
      parameters: [
        KEY,
        query('from_business_date', '$steps.derive.outputs.business_date'),
        query('to_business_date', '$steps.derive.outputs.business_date'),
        query('status', 'derived'),
      ],
      successCriteria: [
        hasStatus(200),
        { condition: '$response.body#/data/0/batch_id == $steps.derive.outputs.batch_id' },
      ],
      outputs: { status: '$response.body#/data/0/status' },
    },
  ] satisfies readonly Step[],
  outputs: { batch_id: '$steps.derive.outputs.batch_id', status: '$steps.follow.outputs.status' },
});

const DESTINATION = inPath('destination_id', '$steps.register.outputs.destination_id');

const receiveWebhook = (apiKey: string): object => ({
  workflowId: 'receive-webhook',
  summary: 'Register and verify a webhook',
  description: 'Registers an inbox of the sandbox, sends a sample event to it, and verifies its signature.',
  inputs: defineInputs(apiKey),
  steps: [
    {
      stepId: 'register',
      description: 'Give `url` in place of `inbox` to receive the events yourself.',
      operationId: '$sourceDescriptions.sandbox.createDestination',
      parameters: [KEY],
      requestBody: {
        contentType: 'application/json',
        payload: { inbox: true, subscriptions: [{ types: ['cash_low', 'cash_out'] }] },
      },
      successCriteria: [hasStatus(201)],
      outputs: { destination_id: '$response.body#/destination/destination_id', secret: '$response.body#/secret' },
    },
    {
      stepId: 'send-sample',
      description: 'Sends an event that is marked as a test, and waits for the response.',
      operationId: '$sourceDescriptions.sandbox.testDestination',
      parameters: [KEY, DESTINATION],
      requestBody: { contentType: 'application/json', payload: { type: 'cash_low' } },
      successCriteria: [hasStatus(200), { condition: "$response.body#/verdict == 'delivered'" }],
      outputs: {
        delivery_id: '$response.body#/delivery/delivery_id',
        body: '$response.body#/delivery/body',
        signature: '$response.body#/delivery/attempts/0/request/headers/webhook-signature',
      },
    },
    {
      stepId: 'verify-signature',
      description:
        'Compares the signature of the header with that of the signed content, and body and secret with those of the sender.',
      operationId: '$sourceDescriptions.sandbox.explainDelivery',
      parameters: [KEY, inPath('delivery_id', '$steps.send-sample.outputs.delivery_id')],
      requestBody: {
        contentType: 'application/json',
        payload: {
          body: '$steps.send-sample.outputs.body',
          secret: '$steps.register.outputs.secret',
        },
      },
      successCriteria: [
        hasStatus(200),
        { condition: '$response.body#/signed/signatures/0 == $steps.send-sample.outputs.signature' },
        { context: '$response.body', condition: '$[?length(@.findings) == 0]', type: 'jsonpath' },
      ],
    },
    {
      stepId: 'remove',
      description: 'Deletes the destination.',
      operationId: '$sourceDescriptions.sandbox.deleteDestination',
      parameters: [KEY, DESTINATION],
      successCriteria: [hasStatus(200)],
    },
  ] satisfies readonly Step[],
  outputs: { delivery_id: '$steps.send-sample.outputs.delivery_id' },
});
