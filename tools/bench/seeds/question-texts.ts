/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
export const createSeededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

// Ordered by frequency, the most frequent first.
const FREQUENT_WORDS = (
  '촬영 문의 사진 예약 가격 웨딩 제품 스튜디오 일정 날짜 가능 궁금 시간 상담 음식 보정 비용 야외 미팅 풍경 원본 드레스 ' +
  '주말 평일 계약 환불 변경 취소 주차 장소 인원 가족 아기 강아지 메이크업 의상 소품 조명 배경 액자 앨범 파일 해상도 작가 ' +
  '봄 가을 한복 카페 메뉴 브랜드 쇼핑몰 모델 영상 프로필 증명사진 단체 졸업 전시 바다 숲 노을 일출 눈 비 꽃'
).split(' ');
const SYLLABLES = [
  ...('가각간갈감강개거건검게격결경계고곡공과관광교구국군권귀규그극근금급기길김나난날남내너녀노녹논농뇌누능니다단달담당대더도독돈동두득등라락란람랑래' +
    '량려력련로록론료루류륙률름리림마막만말망매면명모목몰무문물미민바박반발방배백번벌범법벽변별병보복본봉부북분불비빈사산살삼상새색생서석선설성세소손송수' +
    '순술습승시식신실심아악안알암압야약양어언업에여역연열영예오옥온올외요욕용우운울원월위유육윤은음응의이익인일임입자작잔장재저적전절점정제조족존종주준중즉증' +
    '지직진질집차착찬참창채책처천철청체초촌총최추축출충취치친칠침카타탁탄탈태택터토통투특파판팔패편평폐포표품풍피필하학한할함합해행향허험현형호혼화환활황회' +
    '효후훈휴흥희'),
];
const ENDINGS = [
  '',
  '',
  '',
  '을',
  '이',
  '은',
  '에',
  '도',
  '의',
  '로',
  '까지',
  '인가요?',
  '입니다.',
  '합니다.',
];
const VOCABULARY_SIZE = 5_000;

/** Generates texts whose word frequencies fall with their rank, as in natural language (Zipf's law). */
export const createTextGenerator = (random: () => number) => {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
  const coin = (): string =>
    Array.from({ length: 2 + Math.floor(random() ** 2 * 3) }, () => pick(SYLLABLES)).join('');
  const words = [...FREQUENT_WORDS, ...Array.from({ length: VOCABULARY_SIZE - FREQUENT_WORDS.length }, coin)];
  const write = (min: number, max: number): string => {
    const length = min + Math.floor(random() * (max - min + 1));
    let text = '';
    while (text.length < length) {
      const rank = Math.floor(words.length ** random()) - 1;
      text += `${text === '' ? '' : ' '}${words[rank]}${pick(ENDINGS)}`;
    }
    return text.slice(0, length).trimEnd();
  };
  return { words, write };
};
