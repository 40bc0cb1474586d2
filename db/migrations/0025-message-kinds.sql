-- The kinds of message are those that the features declare.
alter table notifications drop constraint notifications_kind_check;
