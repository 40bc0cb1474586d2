import { findMarkup } from './hostile-inputs.ts';
import type { RawRequest } from './raw-request.ts';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const headerOf = ({ headers }: RawResponse, name: string): string => String(headers[name] ?? '');

/** Checks that an error response has the common form and a Korean message, and nothing else. */
const findErrorBodyViolations = (reply: RawResponse): string[] => {
  if (!headerOf(reply, 'content-type').startsWith('application/json')) return ['a refusal that is no JSON'];
  const body = JSON.parse(reply.body) as Record<string, unknown>;
  return [
    ...(typeof body.code === 'string' && /^[A-Z_]+$/.test(body.code) ? [] : ['a refusal without a code']),
    ...(typeof body.message === 'string' && /[가-힣]/.test(body.message)
      ? []
      : ['a refusal without Korean words']),
    ...(Object.keys(body).every((key) => ['code', 'message', 'fields'].includes(key))
      ? []
      : ['a refusal that says more']),
  ];
};

const findRedirectViolations = (location: string): string[] =>
  location === '' || /^\/(?![/\\])/.test(location) ? [] : [`a way to another site: ${location}`];

/** Whether a path with dot segments leads out of the API or into it. */
const isApiRequest = ({ path }: RawRequest): boolean =>
  path.startsWith('/') && new URL(`http://localhost${path}`).pathname.startsWith('/api/');

/** Whether the HTTP parser rejected the request: an invalid target, or a head that is too large (431). */
const isRejectedByNode = ({ path }: RawRequest, { status, body }: RawResponse): boolean =>
  body === '' && (status === 431 || (status === 400 && /^[^/]|\\/.test(path)));

/** Lists what is wrong with a response, independent of the request. */
export const findResponseViolations = (request: RawRequest, reply: RawResponse): string[] => {
  if (isRejectedByNode(request, reply)) return [];
  const isHtml = headerOf(reply, 'content-type').startsWith('text/html');
  const markup = isHtml ? findMarkup(reply.body) : undefined;
  return [
    ...(reply.status >= 500 ? [`status ${reply.status}`] : []),
    ...(markup === undefined ? [] : [`markup came back: ${markup}`]),
    ...(headerOf(reply, 'x-content-type-options') === 'nosniff' ? [] : ['without nosniff']),
    ...(isHtml && isApiRequest(request) && !request.path.startsWith('/api/docs')
      ? ['HTML from the API']
      : []),
    ...(isApiRequest(request) && reply.status >= 400 && request.method !== 'HEAD'
      ? findErrorBodyViolations(reply)
      : []),
    ...findRedirectViolations(headerOf(reply, 'location')),
    ...(headerOf(reply, 'set-cookie').includes('a=b') ? ['a cookie that was asked for'] : []),
  ];
};

const { prototype: objects } = Object;
const { prototype: lists } = Array;
const namesOf = (value: object): string => Reflect.ownKeys(value).map(String).join();
const [ofObjects, ofLists] = [namesOf(objects), namesOf(lists)];

/** S-065: checks that no prototype was polluted since the start of the tests. */
export const isPrototypePolluted = (): boolean =>
  namesOf(objects) !== ofObjects || namesOf(lists) !== ofLists;

/** S-063: checks that each log write is a single line. */
export const findLogViolations = (writes: readonly string[]): string[] =>
  writes.flatMap((line) => {
    if (line.indexOf('\n') !== line.length - 1) return [`a log entry of several lines: ${line}`];
    try {
      JSON.parse(line);
      return [];
    } catch {
      return [`a log line that is no JSON: ${line}`];
    }
  });
