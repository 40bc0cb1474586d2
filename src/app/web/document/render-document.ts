import type { Studio } from '#core/content/contract/studio.ts';
import { fullTitle } from '#core/content/web/page-meta.ts';
import { LOAD_FAILURE_ID } from '#core/content/web/pages/load-failure-id.ts';
import { iconBase } from '#core/files/contract/logos.ts';
import type { PageAssets, SiteVerification } from '../../contract/page-document.ts';
import { buildHeadTags, PAGE_TAG_ATTRIBUTE, type HeadTag, type HeadInput } from './head-tags.ts';
import { buildStructuredData } from './structured-data.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** Serializes JSON without characters that could end its script element. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

// Sets `data-auth` before the first paint, so that CSS shows the menu of the visitor's role.
const AUTH_SCRIPT = `try{if(localStorage.accessToken)document.documentElement.dataset.auth=/admin/i.test(localStorage.role)?'admin':'member'}catch(e){}`;

// Removes the query with the OAuth handoff tokens from the URL before the client code loads, so that neither the history nor later
// referrers contain it.
const HANDOFF_SCRIPT = `window.oauthHandoff=location.search;history.replaceState(null,'',location.pathname)`;

// A client-rendered page shows an error when its code fails to load; a public page works without. The script
// uses no syntax newer than `import()`, so that browsers too old for the client code show the error, too.
const entryImport = (entry: string): string =>
  `import(${escapeJson(entry)}).catch(()=>{const f=document.getElementById('${LOAD_FAILURE_ID}');if(f)f.hidden=false})`;

const styleSheetLink = (url: string | undefined): string =>
  url === undefined
    ? ''
    : `document.head.append(Object.assign(document.createElement('link'),{rel:'stylesheet',href:${escapeJson(url)}}));`;

// The offline page, when shown in place of another page, requests its own path every few seconds and after a success loads that page.
// With a refresh in the head, screen readers would read the page aloud again and again.
const RECONNECT_SCRIPT = `location.pathname==='/offline'||setInterval(function(){fetch('/offline',{method:'HEAD',cache:'no-store'}).then(function(r){if(r.ok)location.reload()},function(){})},3000)`;

// On public pages the client code loads at the first click, press, key or focus, or once the page has loaded, has had time to paint (two
// animation frames and 99 ms) and is idle, which is awaited for at most 2 s. With the code comes the whole style sheet, because the
// document contains only the part for its own elements. The first button (`type="button"`) that is clicked before hydration is stored,
// because React does not replay clicks: the client entry clicks that button again. Links work without JavaScript. The names are not
// global, because the script is a module.
const entryScript = ({ entry, cssUrl }: PageAssets, isUrgent: boolean): string =>
  isUrgent
    ? entryImport(entry)
    : `let button,begun;const events=['click','pointerdown','keydown','focusin'],begin=()=>{if(begun)return;begun=1;${styleSheetLink(cssUrl)}${entryImport(entry)}},use=e=>{if(e.type==='click')button=button||e.target.closest('button[type=button]');begin()},frame=requestAnimationFrame;events.forEach(e=>addEventListener(e,use,true));window.takeFirstClick=()=>{events.forEach(e=>removeEventListener(e,use,true));return button};addEventListener('load',()=>frame(()=>frame(()=>setTimeout(()=>(window.requestIdleCallback||setTimeout)(begin,{timeout:2000}),99))))`;

/** The inline scripts that documents with these assets can run. The content security policy allows them by hash. */
export const inlineScriptsOf = (assets: PageAssets): readonly string[] => [
  HANDOFF_SCRIPT,
  AUTH_SCRIPT,
  RECONNECT_SCRIPT,
  entryScript(assets, true),
  entryScript(assets, false),
];

export interface DocumentInput extends HeadInput {
  readonly assets: PageAssets;
  readonly verification: SiteVerification;
  readonly inlineStyle: string;
  readonly html: string;
  readonly data: unknown;
  /**
   * When the client code loads: at once for client-rendered pages, when idle or used for public ones, never for pages without scripts and
   * for the offline page, which waits for the server with a script of its own (`reconnect`).
   */
  readonly scriptLoading: 'urgent' | 'idle' | 'reconnect' | 'none';
  readonly acceptsHandoffToken: boolean;
}

const verificationTags = (verification: SiteVerification): readonly string[] =>
  (['naver', 'google'] as const).flatMap((engine) => {
    const content = verification[engine];
    return content === undefined
      ? []
      : [`<meta name="${engine}-site-verification" content="${escapeHtml(content)}">`];
  });

const renderTag = ({ tag, attributes }: HeadTag): string =>
  `<${tag} ${PAGE_TAG_ATTRIBUTE} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}>`;

const renderPageTags = (input: HeadInput): string => {
  const structured = buildStructuredData(input);
  return [
    ...buildHeadTags(input).map(renderTag),
    ...(structured === null
      ? []
      : [`<script type="application/ld+json" ${PAGE_TAG_ATTRIBUTE}>${escapeJson(structured)}</script>`]),
  ].join('\n');
};

const renderIconLinks = ({ logo }: Studio): string => {
  const base = escapeHtml(iconBase(logo));
  return `<link rel="icon" href="${base}favicon.${base === '/' ? 'svg' : 'png'}">
<link rel="apple-touch-icon" href="${base}apple-touch-icon.png">`;
};

// Placed before the fonts, so that the image is requested first.
const renderImagePreload = ({ preloadImage }: HeadInput['meta']): string =>
  preloadImage === undefined
    ? ''
    : `<link rel="preload" as="image" type="${escapeHtml(preloadImage.type)}" imagesrcset="${escapeHtml(preloadImage.srcset)}" imagesizes="${escapeHtml(preloadImage.sizes)}" fetchpriority="high">`;

const renderScripts = ({ assets, data, scriptLoading }: DocumentInput): string => {
  if (scriptLoading === 'reconnect') return `<script>${RECONNECT_SCRIPT}</script>`;
  if (scriptLoading === 'none')
    return assets.deferredFonts === undefined
      ? ''
      : `<link rel="stylesheet" href="${escapeHtml(assets.deferredFonts)}">`;
  return `<script type="application/json" id="page-data">${escapeJson(data)}</script>
<script type="module">${entryScript(assets, scriptLoading === 'urgent')}</script>`;
};

export const renderDocument = (page: DocumentInput): string => {
  const { assets, meta, studio, inlineStyle, html, scriptLoading, acceptsHandoffToken } = page;
  const fonts = assets.fonts.map(
    (font) => `<link rel="preload" href="${escapeHtml(font)}" as="font" type="font/woff2" crossorigin>`,
  );
  return `<!doctype html>
<html lang="ko" data-auth="guest">
<head>
<meta charset="utf-8">
${acceptsHandoffToken ? `<script>${HANDOFF_SCRIPT}</script>` : ''}
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${renderImagePreload(meta)}
<title>${escapeHtml(fullTitle(meta, studio))}</title>
${renderPageTags(page)}
${verificationTags(page.verification).join('\n')}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f5">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#161513">
${renderIconLinks(studio)}
${fonts.join('\n')}
<style>${inlineStyle}</style>
${scriptLoading === 'none' ? '' : `<script>${AUTH_SCRIPT}</script>`}
${assets.head ?? ''}
</head>
<body>
<div id="root">${html}</div>
${renderScripts(page)}
</body>
</html>
`;
};
