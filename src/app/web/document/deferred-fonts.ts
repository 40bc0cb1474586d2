import boldFile from '#fonts/bold.woff2?url';

/**
 * Adds fonts that the first view can do without: the bold core font and the subsets with other characters. Declares the bold
 * font only once it is loaded, because until then the browser renders synthetic bold instead of a fallback font.
 */
export const loadDeferredFonts = async (): Promise<void> => {
  const bold = new FontFace('Sajingwan Text', `url(${boldFile})`, { weight: '500 600' });
  await bold.load().then(
    (face) => document.fonts.add(face),
    () => undefined,
  );
  await import('#platform/web/styles/deferred-fonts.css').catch(() => undefined);
};
