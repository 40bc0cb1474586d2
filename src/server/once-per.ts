/** What is made once for each thing that it is asked of, and goes with it. */
export const oncePer = <Owner extends object, Made>(make: (owner: Owner) => Made) => {
  const known = new WeakMap<Owner, { readonly made: Made }>();
  return (owner: Owner): Made => {
    const entry = known.get(owner) ?? { made: make(owner) };
    known.set(owner, entry);
    return entry.made;
  };
};
