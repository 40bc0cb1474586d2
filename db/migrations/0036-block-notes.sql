-- Why the studio blocked a slot, for the studio alone.
alter table slot_claims add column note text not null default '' check (note = '' or kind = 'BLOCKED');
