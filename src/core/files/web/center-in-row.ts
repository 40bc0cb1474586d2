/** A `ref` that centers the current item of a horizontally scrolling row without scrolling the page. */
export const centerInRow = (item: HTMLElement | null): void => {
  const row = item?.parentElement;
  if (item && row) row.scrollTo({ left: item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2 });
};
