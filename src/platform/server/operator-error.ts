/** An error of the start, a command or a restore that the operator can fix. The message is Korean and may have several lines. */
export class OperatorError extends Error {}
