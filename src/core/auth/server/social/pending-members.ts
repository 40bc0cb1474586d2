// 개인정보 보호법 제22조의2: until a person has declared to be 14 or older, the site stores only the user id and the token for unlinking of
// what the provider returned. After this time the member is due for deletion.
export const PENDING_MEMBER_RETENTION = { hours: 24 } as const;
