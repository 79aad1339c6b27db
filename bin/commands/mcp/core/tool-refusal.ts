/** A call that a tool refuses: the message states what was expected. */
export class ToolRefusal extends Error {}
