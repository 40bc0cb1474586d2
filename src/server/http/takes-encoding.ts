/** Whether a browser takes this, by its `Accept-Encoding`: not what it refuses by `q=0`. */
export const takesEncoding = (header: string | undefined, encoding: string): boolean =>
  header !== undefined &&
  header
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
    .some(
      ([name, share]) => name === encoding && (share === undefined || Number(share.replace('q=', '')) > 0),
    );
