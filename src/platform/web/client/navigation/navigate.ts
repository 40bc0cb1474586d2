type Navigate = (path: string) => void;

let navigate: Navigate = (path) => location.assign(path);

/** Called by the client entry with the router's navigate function. */
export const setNavigate = (next: Navigate): void => {
  navigate = next;
};

/** Navigates from outside a React component. */
export const navigateTo: Navigate = (path) => navigate(path);
