-- The keyed hash of the /48 prefix of a visitor who holds a slot; null for IPv4 and while rate limits are off. No constraint clears it
-- with the other guest columns, because a server of the version before does not know it.
alter table slot_claims add column guest_prefix bytea;
