import { notFound, type ProblemReply, problem } from '../../../problems/problem.ts';
import type { ConformanceOperationId, SandboxInput, SandboxReply } from '../../../sandbox-contract.ts';
import type { ConformanceRuns } from './conformance-runs.ts';

/** The operations on runs of the kit. */
export type ConformanceOperations = {
  readonly [Op in ConformanceOperationId]: (input: SandboxInput<Op>) => Promise<SandboxReply<Op>>;
};

/** Creates the operations for one world. `runs` is undefined if the server runs no kit. */
export const createConformanceOperations = (runs: ConformanceRuns | undefined): ConformanceOperations => ({
  async listConformanceRuns() {
    const data = runs === undefined ? [] : [...(await runs.list())];
    return { status: 200, body: { object: 'list', enabled: runs !== undefined, data } };
  },
  async startConformanceRun({ body }) {
    if (runs === undefined) return refuseDisabled();
    const started = await runs.start(body);
    return 'problem' in started ? started : { status: 201, body: started };
  },
  async startReceiverCheck({ body }) {
    if (runs === undefined) return refuseDisabled();
    const started = await runs.startReceiverCheck(body);
    return 'problem' in started ? started : { status: 201, body: started };
  },
  async getConformanceRun({ path }) {
    const run = await runs?.find(path.run_id);
    return run === undefined ? notFound() : { status: 200, body: run };
  },
  async cancelConformanceRun({ path }) {
    const run = await runs?.cancel(path.run_id);
    return run === undefined ? notFound() : { status: 200, body: run };
  },
  async getConformanceReport({ path }) {
    const report = await runs?.readReport(path.run_id);
    return report === undefined ? notFound() : { status: 200, body: report };
  },
});

const refuseDisabled = (): ProblemReply<403> =>
  problem(403, 'kit_disabled', {
    detail:
      'Runs of the kit need a server on loopback, or the option --allow-conformance-runs, and no database. Run it yourself: npx fleetkit conform URL.',
  });
