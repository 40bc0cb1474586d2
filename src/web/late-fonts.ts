import strongFile from '../../.cache/fonts/strong.woff2?url';
import strongRange from '../../.cache/fonts/strong-range.txt?raw';
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
 * Bold, and the faces of rare characters, for which the document's own leave room. Whenever a face comes all text is laid out anew,
 * so both come in one moment. Without them the system's fonts stand in.
 */
export const addLateFonts = async (): Promise<void> => {
  const strong = new FontFace('Sajingwan Text', `url(${strongFile})`, {
    weight: '500 600',
    unicodeRange: strongRange,
  });
  const [sheet] = await Promise.allSettled([loadSheet(), strong.load()]);
  document.fonts.add(strong);
  if (sheet.status === 'fulfilled') sheet.value.media = 'all';
};
