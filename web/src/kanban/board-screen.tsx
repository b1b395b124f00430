import type { BoardCommand, BoardConfig, BoardFeed } from '@millwright/contract/system/kanban-feed';
import type {
  AndonFeed,
  MachinesFeed,
  OeeFeed,
  OutputFeed,
  PlanFeed,
} from '@millwright/contract/system/kanban-feed';
import { boardPages, pageLabel } from '@millwright/contract/system/kanban-page';
import { useCallback, useEffect, useRef, useState } from 'react';
import { say, t, titled } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';
import { AndonPage } from './andon-page.tsx';
import { pendingReloads } from './board-calls.ts';
import { screenName } from './screen-name.ts';
import { LineFoot } from './line-foot.tsx';
import { MachinesPage } from './machines-page.tsx';
import { OeePage } from './oee-page.tsx';
import { OutputPage } from './output-page.tsx';
import { PlanPage } from './plan-page.tsx';
import { serverTime } from './server-clock.ts';
import { Ticker } from './ticker.tsx';
import { TokenForm } from './token-form.tsx';
import { answerReloads, type Link, useBoard } from './use-board.ts';
import { type Feed, useFeed } from './use-feed.ts';
import { useRotation } from './use-rotation.ts';
import { clockOf, named } from './words.ts';

interface Shown {
  readonly text: string;
  readonly level: string;
}

/** A screen on the wall: its pages in turn, and whatever it is told to do. */
export function BoardScreen() {
  const [message, setMessage] = useTimed<Shown>();
  const [identified, setIdentified] = useTimed<true>();
  const now = useNow();
  const jump = useRef<(page: string) => void>(() => undefined);
  const again = useRef<() => Promise<void>>(async () => undefined);
  const perform = useCallback(
    async ({ id, command, args }: BoardCommand) => {
      if (command === 'refresh') await again.current();
      else if (command === 'page') jump.current(String(args['page']));
      else if (command === 'identify') setIdentified(true, IDENTIFY_SECONDS);
      else if (command === 'message')
        setMessage(
          { text: String(args['text']), level: String(args['level']) },
          Number(args['seconds']),
        );
      else if (command === 'reload' || command === 'restart') await reloadFor(id);
      else throw new Error(`Unknown command ${command}`);
    },
    [setIdentified, setMessage],
  );
  const [page, setPage] = useState<string>();
  const { config, link, reload } = useBoard(perform, page);
  const rotation = useRotation(config?.pages ?? NONE);
  const { feed, ask } = useFeed(rotation.page, config?.refreshSeconds ?? 30, link === 'open');
  useEffect(() => {
    setPage(rotation.page);
    jump.current = rotation.jump;
    again.current = async () => void (await Promise.all([reload(), ask()]));
  }, [rotation.page, rotation.jump, reload, ask]);
  useEffect(() => answerReloads(), []);
  if (link === 'refused') return <TokenForm problem={t(text.refused)} />;
  if (!config) return <p className="board-empty">{t(text.connecting)}</p>;
  return (
    <div className="board" data-page={rotation.page}>
      <Head config={config} page={rotation.page} now={now} />
      <main className="board-body">
        {rotation.page ? (
          <Page page={rotation.page} feed={feed} now={now} timeZone={config.timeZone} />
        ) : (
          <p className="board-empty">{t(text.noPages)}</p>
        )}
      </main>
      <Foot config={config} link={link} feed={feed} now={now} message={message} page={rotation} />
      {identified && <Identify config={config} />}
    </div>
  );
}

const NONE: BoardConfig['pages'] = [];
const IDENTIFY_SECONDS = 15;

function Head({
  config,
  page,
  now,
}: {
  config: BoardConfig;
  page: string | undefined;
  now: number;
}) {
  const { line, siteName, siteNameEn, timeZone } = config;
  return (
    <header className="board-head">
      <h1>{line ? named(line.code, line.name) : titled(siteName, siteNameEn ?? undefined)}</h1>
      {page && <span>{t(pageLabel(page))}</span>}
      <time className="num">{clockOf(now, timeZone)}</time>
    </header>
  );
}

/** Rows and tiles that fit are counted by the shape of the screen; what does not fit is said. */
function Page({
  page,
  feed,
  now,
  timeZone,
}: {
  page: string;
  feed: Feed | undefined;
  now: number;
  timeZone: string;
}) {
  const isTall = useTall();
  if (!feed) return null;
  const data: BoardFeed | null = feed.data;
  if (data === null || !(page in boardPages)) return <p className="board-empty">{t(text.empty)}</p>;
  if (page === 'machines')
    return <MachinesPage data={data as MachinesFeed} now={now} isTall={isTall} />;
  if (page === 'andon')
    return <AndonPage data={data as AndonFeed} now={now} room={isTall ? 8 : 5} />;
  if (page === 'output')
    return (
      <OutputPage data={data as OutputFeed} timeZone={timeZone} now={now} room={isTall ? 12 : 7} />
    );
  if (page === 'oee') return <OeePage data={data as OeeFeed} room={isTall ? 12 : 7} />;
  return <PlanPage data={data as PlanFeed} room={isTall ? 8 : 5} />;
}

function Foot({
  config,
  link,
  feed,
  now,
  message,
  page,
}: {
  config: BoardConfig;
  link: Link;
  feed: Feed | undefined;
  now: number;
  message: Shown | undefined;
  page: { page: string | undefined; index: number; count: number };
}) {
  if (message)
    return (
      <footer className={`board-foot is-message is-${message.level}`} role="alert">
        <Ticker key={message.text} text={message.text} />
      </footer>
    );
  const cameAt = feed && serverTime(feed.at);
  const time = cameAt === undefined ? '—' : clockOf(cameAt, config.timeZone);
  const isStale = cameAt !== undefined && now - cameAt > STALE_TIMES * config.refreshSeconds * 1000;
  if (link !== 'open' || isStale)
    return (
      <footer className="board-foot is-warn">
        {say(link === 'open' ? text.stale : text.cut, { time })}
      </footer>
    );
  const standing = page.page === 'output' && (feed?.data as OutputFeed | null)?.standing;
  if (standing) return <LineFoot standing={standing} timeZone={config.timeZone} />;
  return (
    <footer className="board-foot">
      <span>{config.boardName}</span>
      <span className="board-dots" aria-hidden="true">
        {Array.from({ length: page.count }, (_, index) => (
          <i key={index} className={index === page.index ? 'is-on' : undefined} />
        ))}
      </span>
    </footer>
  );
}

/** Data may be missed once or twice before the screen says that they are old. */
const STALE_TIMES = 3;

/** So much of its name a list says of a screen. */
const SCREEN_SIGNS = 4;

function Identify({ config }: { config: BoardConfig }) {
  return (
    <div className="board-identify">
      <strong>{config.boardCode}</strong>
      <span>{config.boardName}</span>
      <small>#{screenName().slice(0, SCREEN_SIGNS)}</small>
    </div>
  );
}

async function reloadFor(id: string): Promise<never> {
  pendingReloads.add(id);
  location.reload();
  return new Promise(() => undefined);
}

/** By the server's clock. */
function useNow(): number {
  const [now, setNow] = useState(() => serverTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A value that goes by itself after some seconds. */
function useTimed<T>() {
  const [value, setValue] = useState<T>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((next: T, seconds: number) => {
    clearTimeout(timer.current);
    setValue(next);
    timer.current = setTimeout(() => setValue(undefined), seconds * 1000);
  }, []);
  return [value, show] as const;
}

function useTall(): boolean {
  const [isTall, setTall] = useState(() => innerHeight > innerWidth);
  useEffect(() => {
    const look = () => setTall(innerHeight > innerWidth);
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  return isTall;
}
