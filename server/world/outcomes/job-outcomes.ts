import type { CauseOf } from '../../../fixtures/model/causes.ts';
import { listJobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import type { Obstacle } from '../events/planning/obstacle.ts';
import type { OutcomeDefinition, OutcomePlan, OutcomeSetting } from './outcome-definition.ts';
import { planAtTerminal } from './terminal-objects.ts';

const common = { subject: 'provisioning_job', takes: ['id', 'terminalId'], usualMinutes: 40 } as const;

export const jobCompleted: OutcomeDefinition<'provisioning_job_completed'> = {
  ...common,
  summary: 'The provisioning job is completed, and its version is in effect.',
  needsState: ['draft', 'validating', 'ready', 'delivering', 'applied', 'verifying'],
  plan: (setting) => planJob(setting, { ...jobCompleted, outcome: 'completed', stage: null }),
};

export const jobFailed: OutcomeDefinition<'provisioning_job_failed'> = {
  ...common,
  summary: 'The provisioning job fails at a stage; at the key load or the test transaction, it is rolled back.',
  needsState: ['draft', 'validating', 'ready', 'delivering', 'applied', 'verifying'],
  plan: (setting, { stage = 'delivery' }) => planJob(setting, { ...jobFailed, outcome: 'failed', stage }),
};

export const jobCanceled: OutcomeDefinition<'provisioning_job_canceled'> = {
  ...common,
  summary: 'The provisioning job is withdrawn before its delivery.',
  needsState: ['draft', 'validating', 'ready'],
  plan: (setting) => planJob(setting, { ...jobCanceled, outcome: 'canceled', stage: null }),
};

type Request = Pick<CauseOf<'job_decided'>, 'outcome' | 'stage'> & { readonly needsState: readonly string[] };

const endsWithRollback = (stage: Request['stage']): boolean => stage === 'key_load' || stage === 'test_transaction';

function planJob(setting: OutcomeSetting, { needsState, outcome, stage }: Request): OutcomePlan | readonly Obstacle[] {
  return planAtTerminal(setting, {
    name: 'provisioning job',
    needsState,
    endState: endsWithRollback(stage) ? 'rolled_back' : outcome,
    whyNot: ({ id, state }) =>
      `The provisioning job ${id} is ${state}, so that it can no longer fail at ${stage?.replaceAll('_', ' ')}.`,
    listCourses: (source, nowMs) =>
      listJobsBetween(source, Number.NEGATIVE_INFINITY, nowMs + 1).map(({ jobId, steps }) => ({ id: jobId, steps })),
    createObject: (base) => ({ ...base, type: 'job_started', outcome: 'completed' }),
    decide: (base, jobId) => ({ ...base, type: 'job_decided', jobId, outcome, stage }),
  });
}
