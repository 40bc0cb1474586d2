/** The page of the connections, where the trial of a social login usually ends. */
export const CONNECTIONS_PATH = '/admin/settings/connections';
