import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createShape } from '../shape.ts';
import { sendRequest } from '../testing/probe.ts';
import { createService } from './service.ts';

const readClock = () => Date.UTC(2026, 5, 1);
const LISTS = {
  '/v1/transactions': 'listTransactions',
  '/v1/disputes': 'listDisputes',
  '/v1/settlements': 'listSettlements',
  '/v1/terminal-groups': 'listGroups',
};

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

function readBody(reply: string): unknown {
  return JSON.parse(reply.slice(reply.indexOf('} ') + 2)) as unknown;
}

describe('the schemas of the OpenAPI document', () => {
  it.each([0, 3, 6, 9, 12, 15])('describe every reply (%i)', (seed) => {
    const set = {
      openapiVersion: '3.1.0',
      openapiSchemas: 'components',
      listForm: 'array',
      rowListForm: 'array',
      singleItemList: 'list',
      terminalCounts: 'few',
      liveData: 'still',
      deniedArea: '403',
    };
    const service = createService(createShape(seed, { set }), { readClock });
    const document = readBody(
      sendRequest(service, { path: '/v1/integrations/public-openapi.json', key: undefined }).reply,
    ) as Document;
    const ajv = new Ajv2020({ strict: false });
    for (const user of service.world.users) {
      for (const [path, operation] of Object.entries(LISTS)) {
        const line = sendRequest(service, { path, key: user.apiKey });
        const schema = document.components.schemas[operation];
        expect(schema, operation).toBeDefined();
        if (line.operation !== operation || line.status !== 200 || schema === undefined) continue;
        expect(ajv.validate(schema, readBody(line.reply)), `${operation}: ${ajv.errorsText()}`).toBe(true);
      }
    }
  });
});
