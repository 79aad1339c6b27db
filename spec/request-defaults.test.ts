import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { requestMembers } from './contract-audit.ts';
import { type Contract, contract } from './index.ts';
import { sandboxContract } from './sandbox-contract.ts';

/*
 * Members of request bodies declare their defaults with `x-default` and in prose. Generators of types take the keyword
 * `default` as a promise that the member is always there, so a client could no longer leave it out.
 */

const contracts = {
  service: contract,
  // An OpenAPI document like the other; the audit reads no member that it lacks.
  sandbox: { webhooks: {}, ...sandboxContract } as unknown as Contract,
};

describe.each(Object.entries(contracts))('request bodies of the %s', (_, document) => {
  const members = requestMembers(document);

  test('use no keyword `default`', () => {
    expect(members.length).toBeGreaterThan(10);
    expect(members.filter(({ node }) => 'default' in node).map(({ pointer }) => pointer)).toEqual([]);
  });

  test('state a valid default, in prose too', () => {
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

test('a default in a request body is found, through references', () => {
  const broken = structuredClone(contract);
  Object.assign(broken.components.schemas.DisputeReason ?? {}, { default: 'other' });
  const found = requestMembers(broken).filter(({ node }) => 'default' in node);
  expect(found.map(({ pointer }) => pointer)).toEqual(['/components/schemas/DisputeReason']);
});
