-- Tables of sign-in and sessions that have no page of their own. Rows name people by id without a foreign key,
-- because accounts are deleted softly and these tables stand before those of the declarations.

create table user_credential (
  user_id bigint primary key,
  password_hash text not null,
  changed_at timestamptz(3) not null default now()
);
comment on table user_credential is '密码摘要 Password hashes, apart from the accounts so that no list can read them';

create table run_model (
  user_id bigint primary key,
  lock_password_hash text,
  lock_after_minutes integer check (lock_after_minutes between 0 and 120),
  home_path text,
  sound_on_alarm boolean not null default true,
  kanban_density text not null default 'default',
  update_time timestamptz(3) not null default now()
);
comment on table run_model is '个人工作站设置 How a person''s workstation runs';

create table user_preference (
  user_id bigint not null,
  key text not null,
  value jsonb,
  update_time timestamptz(3) not null default now(),
  primary key (user_id, key)
);
comment on table user_preference is '个人偏好 Columns, favourites, theme of a person';

create table idempotency_key (
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  answer text,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_create_time on idempotency_key (create_time);
comment on table idempotency_key is '幂等键 Answers of creating calls, kept 24 h, so that a repeated one creates nothing';

-- Counting failures may be lost with a crash of the database, and costs no log that way.
create unlogged table sign_in_counter (
  key text primary key,
  failures integer not null,
  window_start timestamptz(3) not null,
  blocked_until timestamptz(3),
  last_failure timestamptz(3) not null
);
comment on table sign_in_counter is '登录失败计数 Failed sign-ins by account and address, by address, by account';

create table sign_in_success (
  username text not null,
  address text not null,
  last_success timestamptz(3) not null,
  primary key (username, address)
);
create index sign_in_success_address on sign_in_success (address, last_success);
comment on table sign_in_success is '成功登录过的地址 Where an account has signed in; these addresses are never locked out';

create table version_counter (
  name text primary key,
  value bigint not null
);
insert into version_counter (name, value) values ('permission', 1), ('dictionary', 1);
comment on table version_counter is '版本号 Versions that clients compare: rights and dictionaries';

create table installed_item (
  kind text not null,
  key text not null,
  create_time timestamptz(3) not null default now(),
  primary key (kind, key)
);
comment on table installed_item is '已安装的产品数据 Delivered menus, roles and dictionary items that were installed once; what a company deleted stays deleted';

grant select, insert, update, delete on user_credential, run_model, user_preference, idempotency_key,
  sign_in_counter, sign_in_success to millwright_app;
grant select, update on version_counter to millwright_app;
grant select, insert on installed_item to millwright_app;
