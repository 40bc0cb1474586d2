-- What a request for account recovery named besides the phone, as HMACs: its limits must not depend on whether such a member exists.
alter table verification_codes add column name_hash bytea, add column login_id_hash bytea;
