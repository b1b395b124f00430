import type { BoardCommand, BoardConfig } from '@millwright/contract/system/kanban-feed';
import { useCallback, useEffect, useRef, useState } from 'react';
import { boardCall, BoardRefusal, boardStream, pendingReloads } from './board-calls.ts';
import { eventReader } from './event-text.ts';
import { hearTime } from './server-clock.ts';

/** How a screen stands with its server. */
export type Link = 'connecting' | 'open' | 'cut' | 'refused';

/** Does a command; what it throws is told to the server as the reason of a failure. */
export type Perform = (command: BoardCommand) => Promise<void>;

/** Keeps the stream of a board open, answers commands, and says every 15 seconds that the screen is there. */
export function useBoard(perform: Perform, currentPage: string | undefined) {
  const [config, setConfig] = useState<BoardConfig>();
  const [link, setLink] = useState<Link>('connecting');
  const doing = useRef(perform);
  useEffect(() => {
    doing.current = perform;
  });
  useEffect(() => {
    const end = new AbortController();
    void keepOpen(end.signal, setLink, (event, data) => {
      if (event === 'board') setConfig(data as BoardConfig);
      if (event === 'command') void answer(data as BoardCommand, doing.current);
    });
    return () => end.abort();
  }, []);
  useHeartbeat(currentPage, link !== 'refused');
  const reload = useCallback(async () => setConfig(await boardCall<BoardConfig>('')), []);
  return { config, link, reload };
}

const BEAT_MS = 15_000;
/** The server beats every 15 s; a stream silent for longer than two of them is dead. */
const SILENT_MS = 40_000;
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000];
const REFUSED_MS = 30_000;

async function keepOpen(
  signal: AbortSignal,
  tell: (link: Link) => void,
  take: (event: string, data: unknown) => void,
): Promise<void> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    let pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0;
    try {
      await readStream(signal, (event, data) => {
        tries = 0;
        tell('open');
        take(event, data);
      });
      tell('cut');
    } catch (error) {
      const isRefused = error instanceof BoardRefusal && error.code === 402;
      if (isRefused) pause = REFUSED_MS;
      if (!signal.aborted) tell(isRefused ? 'refused' : 'cut');
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.8 + Math.random() * 0.4)));
  }
}

async function readStream(
  signal: AbortSignal,
  take: (event: string, data: unknown) => void,
): Promise<void> {
  const silent = new AbortController();
  let watch = setTimeout(() => silent.abort(), SILENT_MS);
  try {
    const body = await boardStream(AbortSignal.any([signal, silent.signal]));
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const read = eventReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(() => silent.abort(), SILENT_MS);
      for (const { event, data } of read(decoder.decode(value, { stream: true })))
        take(event, data);
    }
  } finally {
    clearTimeout(watch);
  }
}

async function answer(command: BoardCommand, perform: Perform): Promise<void> {
  await say(command.id, 'received');
  try {
    await perform(command);
    await say(command.id, 'done');
  } catch (error) {
    await say(command.id, 'failed', error instanceof Error ? error.message : String(error));
  }
}

/** An answer that does not get through is asked for again by the server when the screen returns. */
async function say(id: string, state: string, error?: string): Promise<void> {
  await boardCall('/ack', { id, state, ...(error ? { error: error.slice(0, 200) } : {}) }).catch(
    () => undefined,
  );
}

/** Says that the reloads asked for are done: this page is the new one. */
export function answerReloads(): void {
  for (const id of pendingReloads.take()) void say(id, 'done');
}

/** The answer tells what time it is. */
async function sayHere(currentPage: string | undefined): Promise<void> {
  const asked = Date.now();
  const { time } = await boardCall<{ time: string }>('/heartbeat', {
    clientVersion: __BUILD_ID__,
    ...(currentPage ? { currentPage } : {}),
    orientation: innerWidth >= innerHeight ? 'landscape' : 'portrait',
    resolution: `${Math.round(innerWidth * devicePixelRatio)}×${Math.round(innerHeight * devicePixelRatio)}`,
  });
  hearTime(time, asked);
}

function useHeartbeat(currentPage: string | undefined, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const beat = () => void sayHere(currentPage).catch(() => undefined);
    beat();
    const timer = setInterval(beat, BEAT_MS);
    return () => clearInterval(timer);
  }, [currentPage, isOn]);
}
