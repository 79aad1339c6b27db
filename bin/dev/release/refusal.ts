/** A reason not to make a release. Its message states what was wrong, what is expected, and what to do next. */
export class Refusal extends Error {}
