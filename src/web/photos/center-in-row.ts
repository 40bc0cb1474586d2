/** A `ref` for the current item of a row that scrolls sideways: brings it to the middle without moving the page. */
export const centerInRow = (item: HTMLElement | null): void => {
  const row = item?.parentElement;
  if (item && row) row.scrollTo({ left: item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2 });
};
