/** What is made once for each database that it is asked of, and goes with it. */
export const perDatabase = <Made, On extends object>(make: (db: On) => Made) => {
  const made = new WeakMap<On, { readonly value: Made }>();
  return (db: On): Made => {
    const known = made.get(db) ?? { value: make(db) };
    made.set(db, known);
    return known.value;
  };
};
