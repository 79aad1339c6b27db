import { describe, expect, it } from 'vitest';
import { invalidBody, notFound, problem, problemTitles } from '../problems/problem.ts';
import { presentProblem } from './problem-json.ts';

const occasion = { instance: '/v1/disputes', requestId: 'req_01' };

describe('presentProblem', () => {
  it('uses the title as default detail', () => {
    expect(presentProblem(notFound(), occasion)).toEqual({
      type: '/problems/not-found',
      title: problemTitles.not_found,
      status: 404,
      code: 'not_found',
      detail: problemTitles.not_found,
      instance: '/v1/disputes',
      request_id: 'req_01',
    });
  });

  it('keeps the details of the refusal', () => {
    const reply = invalidBody({ pointer: '/amount', code: 'wrong_format', detail: 'Expected two decimals.' });
    const presented = presentProblem(reply, occasion);
    expect(presented).toMatchObject({ status: 422, detail: '1 member is not valid.', errors: reply.problem.errors });
    const forbidden = problem(403, 'insufficient_privilege', { required_privilege: 'view_disputes' });
    expect(presentProblem(forbidden, occasion).required_privilege).toBe('view_disputes');
  });
});
