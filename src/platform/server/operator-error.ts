/** An error that the operator of the server can fix: it ends the start or the command. The message is Korean, with one line per problem. */
export class OperatorError extends Error {}
