import type {
  Contract,
  ContractParameter,
  ContractWebhook,
  OpaqueJson,
  Reference,
} from '../../../spec/contract-document.ts';
import streamMessages from '../../../spec/generated/stream-messages.json' with { type: 'json' };
import { sandboxContract } from '../../../spec/sandbox-document.ts';

/** The event streams of the control plane: the operation and the schema with its messages, by the name of the channel. */
const STREAMS = {
  activity: { path: '/sandbox/activity', schema: 'ActivityMessages' },
  deliveries: { path: '/sandbox/destinations/{destination_id}/stream', schema: 'DeliveryMessages' },
} as const;

/**
 * Returns an AsyncAPI 3.0 document of the webhooks and the event streams, from the view of the service, which sends all messages.
 * `baseUrl` is that of the sandbox that sends the streams.
 */
export function buildAsyncApi(contract: Contract, baseUrl: string): object {
  const { protocol, host, pathname } = new URL(baseUrl);
  const webhooks = Object.entries(contract.webhooks).map(([type, { post }]) => describeWebhook(contract, type, post));
  const streams = Object.entries(STREAMS).map(([name, stream]) => describeStream(name, stream));
  const parts = [...webhooks, ...streams];
  const schemas = { ...contract.components.schemas, ...sandboxSchemas, ...streamMessages };
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: `${contract.info.title}: webhooks and event streams`,
      version: contract.info.version,
      description:
        'The service posts webhooks to registered destinations, signed as in Standard Webhooks. A sandbox also sends server-sent events.',
      ...(contract.info.license === undefined ? {} : { license: { name: 'MIT' } }),
    },
    defaultContentType: 'application/json',
    servers: {
      sandbox: {
        host,
        protocol: protocol.slice(0, -1),
        ...(pathname !== '/' && { pathname }),
        description: 'Sends the event streams.',
        security: [{ $ref: '#/components/securitySchemes/apiKey' }],
      },
      receiver: {
        host: '{receiver}',
        protocol: 'https',
        description: 'The address of a registered destination.',
        variables: { receiver: { description: 'Host of the destination.', default: 'receiver.example' } },
      },
    },
    channels: Object.fromEntries(parts.map(({ name, channel }) => [name, channel])),
    operations: Object.fromEntries(parts.map(({ operationId, operation }) => [operationId, operation])),
    components: {
      securitySchemes: {
        apiKey: { type: 'httpApiKey', in: 'header', name: 'X-API-Key', description: 'An API key of an administrator.' },
      },
      messages: Object.fromEntries(parts.flatMap(({ messages }) => messages)),
    },
  };
  return { ...document, components: { ...document.components, schemas: pickUsed(document, schemas) } };
}

const { schemas: sandboxSchemas } = sandboxContract.components as {
  readonly schemas: Readonly<Record<string, OpaqueJson>>;
}; // generated, as in every bundled contract

interface Part {
  readonly name: string;
  readonly channel: object;
  readonly operationId: string;
  readonly operation: object;
  /** Messages by their name among the components. */
  readonly messages: readonly (readonly [string, object])[];
}

function describeWebhook(contract: Contract, type: string, webhook: ContractWebhook): Part {
  const media = webhook.requestBody?.content['application/json'];
  const headers = (webhook.parameters ?? []).map((parameter) => resolveParameter(contract, parameter));
  const message = {
    name: type,
    title: webhook.summary,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: headers.map(({ name }) => name),
      properties: Object.fromEntries(
        headers.map(({ name, description, schema, example }) => [
          name,
          { ...schema, description, ...(example !== undefined && { examples: [example] }) },
        ]),
      ),
    },
    payload: media?.schema,
    examples: Object.entries(media?.examples ?? {}).flatMap(([name, example]) =>
      'value' in example ? [{ name, summary: example.summary, payload: example.value }] : [],
    ),
  };
  return {
    name: type,
    channel: {
      address: null,
      title: webhook.summary,
      description: webhook.description,
      servers: [{ $ref: '#/servers/receiver' }],
      messages: { [type]: { $ref: `#/components/messages/${type}` } },
    },
    operationId: webhook.operationId,
    operation: {
      action: 'send',
      channel: { $ref: `#/channels/${type}` },
      summary: webhook.summary,
      messages: [{ $ref: `#/channels/${type}/messages/${type}` }],
      bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      reply: {},
    },
    messages: [[type, message]],
  };
}

function describeStream(name: string, { path, schema }: (typeof STREAMS)[keyof typeof STREAMS]): Part {
  const { operationId, ...rest } = sandboxContract.paths[path]?.get ?? {};
  const { summary, description } = rest as { readonly summary?: string; readonly description?: string }; // generated
  const { properties, examples } = streamMessages[schema];
  const samples: Readonly<Record<string, object>> = examples[0] ?? {};
  const names = Object.keys(properties);
  return {
    name,
    channel: {
      address: path,
      title: summary,
      description,
      servers: [{ $ref: '#/servers/sandbox' }],
      ...(path.includes('{destination_id}') && {
        parameters: { destination_id: { description: 'The listener destination.' } },
      }),
      messages: Object.fromEntries(names.map((one) => [one, { $ref: `#/components/messages/${name}.${one}` }])),
    },
    operationId: operationId ?? name,
    operation: {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      summary,
      messages: names.map((one) => ({ $ref: `#/channels/${name}/messages/${one}` })),
      bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
    },
    messages: names.map((one) => [
      `${name}.${one}`,
      {
        name: one,
        title: `The server-sent event \`${one}\``,
        contentType: 'application/json',
        payload: (properties as Readonly<Record<string, object>>)[one],
        examples: [{ name: 'sample', payload: samples[one] }],
      },
    ]),
  };
}

function resolveParameter(contract: Contract, parameter: ContractParameter | Reference): ContractParameter {
  if (!('$ref' in parameter)) return parameter;
  const found = contract.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`the contract has no ${parameter.$ref}`);
  return found;
}

/** Returns the schemas to which a document refers, directly or not. */
function pickUsed(document: object, schemas: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  const used = new Set<string>();
  const visit = (part: object): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(document);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
