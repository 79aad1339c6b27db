/** The control plane refused a request. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly status: number;
  /** The code of the problem document. */
  readonly code: string;

  constructor({ status, code, detail, errors = [] }: Refusal) {
    super([detail, ...errors.map((error) => error.detail)].join(' '));
    this.status = status;
    this.code = code;
  }
}

/** A problem document. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly detail: string }[];
}
