import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';

/** Formats a request and its response as one line: status, method, path, operation, caller, and the problem if there was one. */
export function formatRequestLine(exchange: SandboxSchemas['Exchange']): string {
  const { status, method, path, operation_id: operation, user_id: user, is_operator: isOperator, problem } = exchange;
  const caller = user ?? (isOperator ? 'operator' : 'no valid key');
  const target = `${method} ${path}${formatQuery(exchange)}`;
  return [
    status,
    target,
    operation ?? 'no operation',
    caller,
    ...(problem === null ? [] : [describeProblem(problem)]),
  ].join('  ');
}

function formatQuery({ recorded }: SandboxSchemas['Exchange']): string {
  if (recorded === null || recorded.query.length === 0) return '';
  return `?${recorded.query.map(({ name, value }) => `${name}=${value}`).join('&')}`;
}

/** Returns the code of a problem and the places of its faults. */
export function describeProblem({ code, errors }: SandboxSchemas['ExchangeProblem']): string {
  const places = errors
    .map((error) => error.pointer ?? error.parameter ?? error.header ?? '')
    .filter((one) => one !== '');
  return [code, ...places].join(' ');
}
