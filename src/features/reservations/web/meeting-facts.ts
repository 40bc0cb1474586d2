import type { Reservation } from '../contract/reservations.ts';

/** For a `DescriptionList`: what the client entered, and that the meeting is by phone. */
export const meetingFacts = ({
  desiredShootDate,
  location,
  notes,
  meetingKind,
  answers = [],
}: Pick<Reservation, 'desiredShootDate' | 'location' | 'notes' | 'meetingKind' | 'answers'>): (readonly [
  string,
  string,
])[] => [
  ['희망 촬영 날짜', desiredShootDate],
  ['촬영 장소', location],
  ['요청 사항', notes],
  ['미팅 방법', meetingKind === 'PHONE' ? '전화' : ''],
  ...answers.map(({ question, answer }) => [question, answer] as const),
];
