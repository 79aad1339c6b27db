import type { Command, Option } from 'commander';
import { writeOrCheckFiles } from '../../base/generated-files.ts';
import { SLOTS, slots } from '../../conformance/slots/slots.ts';
import { createProgram } from '../command-line.ts';
import {
  hasCommas,
  hasValue,
  isRepeatable,
  listConfigOptions,
  SECTIONS,
} from '../commands/shared/config-file/names.ts';

/*
 * Generates the JSON Schema of config files from the options of the commands.
 *
 *   node bin/dev/config-schema.ts          writes the changed file
 *   node bin/dev/config-schema.ts --check  writes nothing, lists the file if it is stale, and exits with 1
 */

const OUTPUT = 'docs/fleetkit.config.schema.json';

type Schema = Readonly<Record<string, unknown>>;

const createObject = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: ['object', 'null'],
  additionalProperties: false,
  properties,
});

const VARIABLE_NAME: Schema = {
  description: 'the name of an environment variable',
  type: 'string',
  pattern: '^[A-Za-z_]\\w*$',
};

const VARIABLE: Schema = {
  type: 'object',
  required: ['variable'],
  additionalProperties: false,
  properties: { variable: VARIABLE_NAME },
};

const VALUE: Schema = { $ref: '#/$defs/value' };

/** Returns the schema of a member: of a value, of a list, or of a presence. */
function createMember(option: Option): Schema {
  const { description, argChoices } = option;
  if (!hasValue(option)) return { description, type: 'boolean' };
  if (argChoices !== undefined) return { description, enum: argChoices };
  return { description, $ref: `#/$defs/${isRepeatable(option) || hasCommas(option) ? 'values' : 'value'}` };
}

/** The members of the section `conform` that are no options. */
const CONFORM_MEMBERS: Readonly<Record<string, Schema>> = {
  target: { description: 'base URL of the service, such as https://portal.example', type: 'string' },
  keys: {
    description:
      'the environment variables that contain the API keys, by names of your choice; never the keys themselves',
    type: ['object', 'null'],
    additionalProperties: {
      anyOf: [
        VARIABLE_NAME,
        {
          type: 'object',
          required: ['variable'],
          additionalProperties: false,
          properties: {
            variable: VARIABLE_NAME,
            sees: createObject({
              terminals: { description: 'how many terminals the key sees', type: 'integer', minimum: 0 },
            }),
            narrower_than: { description: 'the name of a key that sees more', type: 'string' },
            administrator: { description: 'whether the key is of an administrator', type: 'boolean' },
            may_only_read: { description: 'whether the key may call no write path', type: 'boolean' },
            customer: { description: 'the customer of the key, as a name of your choice', type: 'string' },
          },
        },
      ],
    },
  },
  contract: {
    description: 'contract to validate responses against: builtin, published, or a file with an OpenAPI document',
    type: 'string',
  },
  bindings: {
    description: 'where the service returns the values that the document names only in words; conform init writes them',
    ...createObject(Object.fromEntries(listTopics().map((topic) => [topic, createTopic(topic)]))),
  },
};

function listTopics(): readonly string[] {
  return [...new Set(SLOTS.map((slot) => slot.split('.')[0] ?? ''))];
}

function createTopic(topic: string): Schema {
  const inTopic = SLOTS.filter((slot) => slot.startsWith(`${topic}.`));
  return createObject(
    Object.fromEntries(
      inTopic.map((slot) => {
        const { meaning, example } = slots[slot];
        return [slot.slice(topic.length + 1), { description: `${meaning}, for example ${example}` }];
      }),
    ),
  );
}

/** Returns the schema of config files for the commands of a program. */
export function createConfigSchema(commands: readonly Command[]): Schema {
  const sections = SECTIONS.map((name) => {
    const command = commands.find((one) => one.name() === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const options = [...listConfigOptions(command)].map(([member, option]) => [member, createMember(option)] as const);
    const members = { ...(name === 'conform' ? CONFORM_MEMBERS : {}), ...Object.fromEntries(options) };
    return [name, { description: `options of fleetkit ${name}`, ...createObject(members) }] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:fleetkit:config:1',
    title: 'A config file of fleetkit',
    ...createObject({ $schema: { type: 'string' }, ...Object.fromEntries(sections) }),
    $defs: {
      value: { anyOf: [{ type: ['string', 'number'] }, VARIABLE] },
      values: { anyOf: [VALUE, { type: 'array', minItems: 1, items: VALUE }] },
    },
  };
}

const { commands } = await createProgram();
writeOrCheckFiles(new Map([[OUTPUT, `${JSON.stringify(createConfigSchema(commands), null, 2)}\n`]]));
