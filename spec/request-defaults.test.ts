import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { listRequestSchemas } from './contract-audit.ts';
import { type Contract, contract } from './index.ts';
import { sandboxContract } from './sandbox-document.ts';

/*
 * Members of request bodies declare their defaults with `x-default` and in the description. With the keyword `default`,
 * generators of types make the member required, so that a client could not omit it.
 */

const contracts = {
  service: contract,
  // The audit reads only members that both documents have.
  sandbox: { webhooks: {}, ...sandboxContract } as unknown as Contract,
};

describe.each(Object.entries(contracts))('request bodies of the %s', (_, document) => {
  const members = listRequestSchemas(document);

  test('use no keyword `default`', () => {
    expect(members.length).toBeGreaterThan(10);
    expect(members.filter(({ node }) => 'default' in node).map(({ pointer }) => pointer)).toEqual([]);
  });

  test('declare a valid default, also in the description', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const withDefault = members.filter(({ node }) => 'x-default' in node);
    expect(withDefault.length).toBeGreaterThan(4);
    for (const { pointer, node } of withDefault) {
      const value = node['x-default'];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      expect(node.description, pointer).toMatch(`Default: \`${text}\`.`);
      const reference = pointer.split('/').map(encodeURIComponent).join('/');
      expect(ajv.validate({ $ref: `document#${reference}` }, value), pointer).toBe(true);
    }
  });
});

test('finds a default in a request body through references', () => {
  const broken = structuredClone(contract);
  Object.assign(broken.components.schemas.DisputeReason ?? {}, { default: 'other' });
  const found = listRequestSchemas(broken).filter(({ node }) => 'default' in node);
  expect(found.map(({ pointer }) => pointer)).toEqual(['/components/schemas/DisputeReason']);
});
