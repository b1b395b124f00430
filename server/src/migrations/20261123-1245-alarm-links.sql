-- Notices that stand lead to the whole log of their alarm, not to its last days.
update notification set link = link || '&at='
where resolved_at is null and link like '/log/alarm?%' and link not like '%&at=%';
