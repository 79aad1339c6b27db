import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { request } from './request.ts';

/* Runs of the conformance kit through the sandbox. */

export type ConformanceRun = SandboxSchemas['ConformanceRun'];
export type StartConformanceRun = SandboxSchemas['StartConformanceRun'];

const PATH = '/sandbox/conformance-runs';
const asOperator = { as: 'operator' } as const;

const toPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

export const readConformanceRuns = (): Promise<SandboxSchemas['ConformanceRunList']> => request(PATH, asOperator);

export const readConformanceRun = (id: string): Promise<ConformanceRun> => request(toPath(id), asOperator);

export const startConformanceRun = (body: StartConformanceRun): Promise<ConformanceRun> =>
  request(PATH, { ...asOperator, method: 'POST', body });

export const startReceiverCheck = (body: SandboxSchemas['StartReceiverCheck']): Promise<ConformanceRun> =>
  request('/sandbox/receiver-checks', { ...asOperator, method: 'POST', body });

export const cancelConformanceRun = (id: string): Promise<ConformanceRun> =>
  request(`${toPath(id)}/cancel`, { ...asOperator, method: 'POST', body: {} });

export const readConformanceReport = (id: string): Promise<SandboxSchemas['ConformanceReport']> =>
  request(`${toPath(id)}/report`, asOperator);
