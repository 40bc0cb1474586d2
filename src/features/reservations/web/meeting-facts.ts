import type { Reservation } from '../contract/reservations.ts';

/** For a `DescriptionList`: that the meeting is by phone, and what the client answered to the studio's questions. */
export const meetingFacts = ({
  meetingKind,
  answers = [],
}: Pick<Reservation, 'meetingKind' | 'answers'>): (readonly [string, string])[] => [
  ['미팅 방법', meetingKind === 'PHONE' ? '전화' : ''],
  ...answers.map(({ question, answer }) => [question, answer] as const),
];
