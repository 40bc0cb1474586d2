/** An error in the configuration that prevents the start. The message is Korean, with one line per problem. */
export class SettingsError extends Error {}
