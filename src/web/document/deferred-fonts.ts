import boldFile from '#fonts/bold.woff2?url';

/**
 * Adds what the first view does without: the bold core font, and the slices with every other character. Bold is declared once it
 * is loaded, because until then the browser draws the regular font bolder instead of another font.
 */
export const loadDeferredFonts = async (): Promise<void> => {
  const bold = new FontFace('Sajingwan Text', `url(${boldFile})`, { weight: '500 600' });
  await bold.load().then(
    (face) => document.fonts.add(face),
    () => undefined,
  );
  await import('#web/styles/deferred-fonts.css').catch(() => undefined);
};
