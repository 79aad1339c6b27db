/** Why a server did not start. The message names the option and what to do next. */
export class StartFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
