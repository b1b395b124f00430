alter table system_kanban add column unanswered text;

create table kanban_screen (
  kanban_id bigint not null references system_kanban (id) on delete cascade,
  -- What a screen calls itself; empty for one that does not.
  screen text not null,
  site_id bigint not null,
  -- The stream that it opened last, at whichever process.
  stream text,
  ip text,
  resolution text,
  seen_at timestamptz(3) not null default now(),
  -- Null: it is there.
  left_at timestamptz(3),
  primary key (kanban_id, screen)
);
comment on table kanban_screen is '看板终端 Screens of a board: several may share its token';
create index kanban_screen_there on kanban_screen (seen_at) where left_at is null;
alter table kanban_screen enable row level security;
create policy site on kanban_screen using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on kanban_screen from public, millwright_app;
grant select, insert, update, delete on kanban_screen to millwright_app;

create table kanban_answer (
  command_id bigint not null references kanban_command (id) on delete cascade,
  screen text not null,
  site_id bigint not null,
  kanban_id bigint not null,
  state text not null default 'sent' check (state in ('sent', 'received', 'done', 'failed', 'gone')),
  received_time timestamptz(3),
  end_time timestamptz(3),
  error text,
  primary key (command_id, screen)
);
comment on table kanban_answer is '看板指令的应答 How far each screen has come with a command';
create index kanban_answer_open on kanban_answer (command_id) where state in ('sent', 'received');
alter table kanban_answer enable row level security;
create policy site on kanban_answer using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on kanban_answer from public, millwright_app;
grant select, insert, update, delete on kanban_answer to millwright_app;
