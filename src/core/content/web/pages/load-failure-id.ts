/** Id of the element in a client-rendered page that is shown when the client code fails to load. */
export const LOAD_FAILURE_ID = 'load-failure';
