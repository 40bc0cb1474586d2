import strongRange from '#fonts/strong-range.txt?raw';
import strongFile from '#fonts/strong.woff2?url';
import restSheet from './styles/rest-fonts.css?url';

const loadSheet = (): Promise<HTMLLinkElement> =>
  new Promise((resolve, reject) => {
    // Fetched, and not applied yet.
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'not all' });
    link.addEventListener('load', () => resolve(link));
    link.addEventListener('error', () => reject(new Error(restSheet)));
    link.href = restSheet;
    document.head.append(link);
  });

/**
 * Bold, and the faces of rare characters, for which the document's own leave room. Bold is loaded before it is declared: a face on
 * its way is stood in for by the system's font, which a phone searches character by character, where the regular one drawn bolder
 * does as well. Whenever a face comes all text is laid out anew, so both come in one moment.
 */
export const addLateFonts = async (): Promise<void> => {
  const strong = new FontFace('Sajingwan Text', `url(${strongFile})`, {
    weight: '500 600',
    unicodeRange: strongRange,
  });
  const [sheet, face] = await Promise.allSettled([loadSheet(), strong.load()]);
  if (face.status === 'fulfilled') document.fonts.add(face.value);
  if (sheet.status === 'fulfilled') sheet.value.media = 'all';
};
