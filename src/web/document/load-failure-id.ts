/** In the server's page of a member: shown when the browser's code cannot be loaded. */
export const LOAD_FAILURE_ID = 'load-failure';
