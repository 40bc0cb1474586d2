import { type RouteObject, useLoaderData } from 'react-router';
import {
  legalDocumentTitles,
  legalEndpoints,
  type LegalDocument,
  type LegalDocumentKind,
} from '#contract/legal/documents.ts';
import { ApiError, type Api } from '#web/api/api.ts';
import type { PageMeta, RouteHandle } from '#web/document/page-meta.ts';
import { LegalDocumentText } from './legal-document.tsx';

const descriptions: Readonly<Record<LegalDocumentKind, string>> = {
  terms: '홈페이지와 촬영 서비스의 이용 조건, 취소 및 환불 기준을 안내합니다.',
  privacy: '수집하는 개인정보의 항목과 이용 목적, 보유 기간, 파기 방법을 안내합니다.',
  over14: '회원가입 시 만 14세 이상인지 확인하는 이유와 방법을 안내합니다.',
  refund: '촬영 계약을 취소할 때의 환불 기준을 안내합니다.',
};

const LegalPage = () => <LegalDocumentText document={useLoaderData<LegalDocument>()} />;

/** The page of a document, at the path of its kind. `?v=2` shows a version that need not be in force. */
export const legalPage = (api: Api, kind: LegalDocumentKind): RouteObject => ({
  path: kind,
  Component: LegalPage,
  loader: async ({ request }): Promise<LegalDocument> => {
    const version = new URL(request.url).searchParams.get('v');
    const isNumber = version !== null && /^[1-9][0-9]{0,5}$/.test(version);
    const query = isNumber ? { v: Number(version) } : {};
    try {
      return await api.call(legalEndpoints.legalDocument, { params: { kind }, query });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw new Response(null, { status: 404 });
      throw error;
    }
  },
  handle: {
    meta: ({ state }: LegalDocument): PageMeta => ({
      title: legalDocumentTitles[kind],
      description: descriptions[kind],
      canonical: `/${kind}`,
      isNoindex: state !== 'IN_FORCE',
    }),
  } satisfies RouteHandle,
});
