import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { readControl } from '../../engine/reading.ts';
import { fail, forEach, pass, untestable } from '../../engine/verdict.ts';
import { isSuccess } from '../../http/client.ts';
import { findTexts, findValue } from '../../oracles/pointers.ts';
import { listScalars } from '../../oracles/refusal.ts';

const OF_ONE: readonly OperationId[] = [
  'getLocation',
  'getTerminalStatus',
  'getProvisioningPayload',
  'getProvisioningExport',
  'getTransactionTimeline',
  'getConnectorStatus',
];

export const answersNameWhatWasAsked = check({
  id: 'terminals/answers-name-what-was-asked',
  title: 'A response to a read by id names that id',
  clause: 'terminals.status',
  covers: [
    'locations.get',
    'connectors.status',
    'transactions.timeline',
    'provisioning.payload',
    'provisioning.export',
  ],
  level: 'should',
  needs: ['readers'],
  run: ({ readers }) =>
    forEach(OF_ONE, String, async (operation) => {
      const reader = readers.find(({ sees }) => sees.reads.has(operation));
      const parameters = reader?.sees.reads.get(operation);
      if (reader === undefined || parameters === undefined) return untestable(`no key reads ${operation}`);
      const answer = await reader.get(operation, parameters);
      if (!isSuccess(answer)) return untestable('it can no longer be read', answer);
      const requested = Object.values(parameters).map(String);
      if (listScalars(answer).some((leaf) => requested.some((id) => leaf === id || leaf.split('/').includes(id))))
        return pass(answer);
      return fail({ expected: `a response that names ${requested.join()}`, actual: answer, saw: 'no such id' });
    }),
});

export const commandsHaveTheirStates = check({
  id: 'terminals/commands-are-queued-or-completed',
  title: 'Each command has a state, and some are queued or completed',
  clause: 'commands.queued_completed',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const parameters = reader.sees.reads.get('listTerminalCommands');
    if (parameters === undefined) return untestable(`${reader.name} reads no commands`);
    const { exchange, rows } = await readControl({ reader, bindings }, 'listTerminalCommands', parameters);
    if (rows.length === 0) return untestable('needs a terminal with commands', exchange);
    const pointer = bindings.need('commands.state');
    const states = rows.map(({ value }) => findTexts(value, pointer)[0]);
    if (states.includes(undefined)) return fail({ expected: 'a state in each command', actual: exchange });
    if (states.some((state) => /queued|completed/i.test(state ?? ''))) return pass(exchange);
    return untestable('needs a queued or completed command', exchange);
  },
});

export const provisioningShowsItsJob = check({
  id: 'terminals/provisioning-shows-its-job',
  title: 'The provisioning payload includes its job',
  clause: 'provisioning.jobs',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const parameters = reader.sees.reads.get('getProvisioningPayload');
    if (parameters === undefined) return untestable(`${reader.name} reads no provisioning payload`);
    const payload = await reader.get('getProvisioningPayload', parameters);
    if (!isSuccess(payload)) return untestable('the payload can no longer be read', payload);
    const job = findValue(payload.json, bindings.need('provisioning.job'));
    if (job === undefined) return fail({ expected: 'the job', actual: payload, saw: 'no member for it' });
    return job === null ? untestable('needs a terminal with a provisioning job', payload) : pass(payload);
  },
});
