type Navigate = (path: string) => void;

let navigate: Navigate = (path) => location.assign(path);

/** The entry hands over the router's own navigation once it stands. */
export const setNavigate = (next: Navigate): void => {
  navigate = next;
};

/** Goes to a page from outside a component. */
export const navigateTo: Navigate = (path) => navigate(path);
