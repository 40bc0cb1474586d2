import * as z from 'zod/mini';
import { get, post, del } from '#platform/contract/endpoint.ts';
import {
  createLimitMessages,
  createUploadRequest,
  photoMessages,
  signedUpload,
  uploadLength,
  type UploadLimits,
} from './photo-uploads.ts';

/** Limits of a member's pictures. Most phones take pictures of at most 50 megapixels. */
export const pictureUploadLimits: UploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 60_000_000,
  side: 12_000,
};
export const pictureMessages = { ...photoMessages, ...createLimitMessages(pictureUploadLimits) };

/** A member who has this many pictures that are being uploaded or belong to no reservation can add none. */
export const MAX_LOOSE_PICTURES = 10;

const idParams = z.object({ id: z.uuid('사진을 찾을 수 없습니다.') });

const savedPicture = z.strictObject({ id: z.uuid(), width: z.number(), height: z.number() });

const jpegFile = z
  .custom<AsyncIterable<Uint8Array>>()
  .check(z.meta({ type: 'string', contentMediaType: 'image/jpeg' }));

/** Pictures that only their owner and the studio can see. */
export const privateFileEndpoints = {
  createPictureUpload: post('/api/private-file/upload-url', {
    summary: '참고 사진을 업로드할 주소 받기. 5분 동안 한 번 사용할 수 있고, 15분 안에 저장해야 합니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    access: 'member',
    rateLimit: 'upload',
    body: createUploadRequest(uploadLength(pictureUploadLimits)),
    response: signedUpload,
    errors: ['TOO_MANY_PICTURES', 'STORAGE_FULL', 'UNAVAILABLE'],
  }),
  savePicture: post('/api/private-file', {
    summary: '업로드한 참고 사진 저장. 예약에 붙이지 않으면 하루 뒤에 삭제합니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    access: 'member',
    rateLimit: 'savePhoto',
    body: z.object({ savedFileName: z.string(photoMessages.expired) }),
    response: savedPicture,
    status: 201,
    errors: ['INVALID_INPUT', 'TOO_MANY_PICTURES', 'UNAVAILABLE'],
  }),
  copyPhoto: post('/api/private-file/photo', {
    summary: '카테고리의 사진을 참고 사진으로 복사. 예약에 붙이지 않으면 하루 뒤에 삭제합니다.',
    failed: '사진을 추가하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    access: 'member',
    rateLimit: 'savePhoto',
    body: z.object({
      photoId: z.int('사진을 찾을 수 없습니다.').check(z.positive('사진을 찾을 수 없습니다.')),
    }),
    response: savedPicture,
    status: 201,
    errors: ['NOT_FOUND', 'TOO_MANY_PICTURES', 'UNAVAILABLE'],
  }),
  readPicture: get('/api/private-file/{id}', {
    summary: '참고 사진. 올린 회원과 관리자만 볼 수 있고, 다른 사람에게는 없는 사진입니다.',
    access: 'optional',
    params: idParams,
    produces: 'image/jpeg',
    response: jpegFile,
    errors: ['NOT_FOUND'],
  }),
  deletePicture: del('/api/private-file/{id}', {
    summary: '아직 예약에 붙이지 않은 참고 사진 삭제',
    access: 'member',
    answersRepeats: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
} as const;
