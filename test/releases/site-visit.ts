import sharp from 'sharp';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { Photo, PhotoCategory } from '#core/files/contract/photos.ts';
import type { Question } from '#features/questions/contract/questions.ts';
import type { Reservation } from '#features/reservations/contract/reservations.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { FilledRecord } from './filled-site.ts';
import {
  call,
  createJpeg,
  logIn,
  pickPhoneNumber,
  register,
  uploadJpeg,
  type Credentials,
  type Site,
} from './site-client.ts';

/** What the member and visitors see of a visit. */
interface VisibleVisit {
  readonly reservation: Pick<Reservation, 'reservationCode' | 'date' | 'time'>;
  readonly question: Pick<Question, 'title' | 'content'> & { readonly answer: string };
  /** Width and height of the photo's JPEG in pixels. */
  readonly photo: readonly [number, number];
}

/** A visit to a site: who did it and what it left. */
export interface VisitRecord {
  readonly owner: Credentials;
  readonly member: Credentials;
  readonly photoName: string;
  readonly visible: VisibleVisit;
  /** What else the site had; absent for v0.1.0. */
  readonly filled?: FilledRecord;
}

const LAST_BOOKED_DAY = 20;

/** A day on which the meeting of this slot can be booked. By the specified endpoint, which every release has. */
const findFreeDate = async (site: Site, time: string): Promise<string> => {
  for (let day = 2; day <= LAST_BOOKED_DAY; day += 1) {
    const date = addDays(seoulDate(site.now()), day);
    const booked = await call<string[]>(site, `/api/reservation/booked-times?date=${date}`);
    if (!booked.includes(time)) return date;
  }
  throw new Error(`no free time in the next ${LAST_BOOKED_DAY} days`);
};

const book = async (site: Site, token: string): Promise<void> => {
  const time = '15-16';
  const body = {
    date: await findFreeDate(site, time),
    time,
    shootType: 'WEDDING',
    desiredShootDate: '가을 주말',
    location: '한강공원',
    notes: '첫째 줄\n둘째 줄',
  };
  await call(site, '/api/reservation', { body, token });
};

/** Uploads and publishes a JPEG. `token` is an admin's. */
export const uploadPhoto = async (
  site: Site,
  token: string,
  category: PhotoCategory,
  bytes: Buffer,
): Promise<AdminPhoto> => {
  const savedFileName = await uploadJpeg(site, token, '/api/admin/photo/generate-signed-url', bytes);
  const body = { category, originalFileName: '꽃.jpg', savedFileName, alt: '꽃' };
  return call(site, '/api/admin/photo/save-metadata', { body, token });
};

/** Reads what a visit left. Throws if the owner or the member cannot log in or something is missing. */
export const readVisit = async (
  site: Site,
  { owner, member, photoName }: Pick<VisitRecord, 'owner' | 'member' | 'photoName'>,
): Promise<VisibleVisit> => {
  await logIn(site, owner);
  const token = await logIn(site, member);
  const [reservation] = await call<Reservation[]>(site, '/api/reservation/my', { token });
  const [question] = await call<Question[]>(site, '/api/question/my', { token });
  const photos = await call<Photo[]>(site, '/api/photo/category-detail/FOOD');
  const photo = photos.find(({ savedFileName }) => savedFileName === photoName);
  if (reservation === undefined || question?.answer == null || photo === undefined)
    throw new Error('the reservation, the answered question or the photo is missing');
  const image = await fetch(new URL(photo.imageUrl, site.url));
  const { width, height } = await sharp(await image.arrayBuffer()).metadata();
  const { reservationCode, date, time } = reservation;
  const { title, content, answer } = question;
  return {
    reservation: { reservationCode, date, time },
    question: { title, content, answer: answer.content },
    photo: [width, height],
  };
};

/** Registers a member who books and asks; the owner answers and publishes a photo. */
export const visitSite = async (site: Site, owner: Credentials): Promise<VisitRecord> => {
  const member = await register(site, { name: '김방문', phoneNumber: pickPhoneNumber() });
  const token = await logIn(site, member);
  const ownerToken = await logIn(site, owner);
  const question = { title: '주차할 수 있나요?', content: '차 두 대로 갑니다.', secret: true };
  const { id } = await call<Question>(site, '/api/question', { body: question, token });
  const answer = { content: '네, 건물 뒤에 주차하실 수 있습니다.' };
  await call(site, `/api/admin/question/${id}/answer`, { body: answer, token: ownerToken });
  await book(site, token);
  const { savedFileName } = await uploadPhoto(site, ownerToken, 'FOOD', await createJpeg());
  const record = { owner, member, photoName: savedFileName };
  return { ...record, visible: await readVisit(site, record) };
};
