type Navigate = (path: string) => void;

let navigate: Navigate = (path) => location.assign(path);

/** Set by the entry once the router exists. */
export const setNavigate = (next: Navigate): void => {
  navigate = next;
};

/** Navigates from outside of components. */
export const navigateTo: Navigate = (path) => navigate(path);
