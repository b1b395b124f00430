import type { MachinesFeed, MachineTile } from '@millwright/contract/system/kanban-feed';
import { say, t } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';
import { StateSign, stateKey, stateWord } from './state-sign.tsx';
import { lasting } from './words.ts';
import './machines-page.css';

/** Who needs somebody comes first; machines that run come last. */
const ORDER = ['estop', 'alarm', 'offline', 'maintain', 'setup', 'none', 'idle', 'run'];

/** Every machine as a tile with its state, since when, and above them how many are in which state. */
export function MachinesPage({
  data,
  now,
  isTall,
}: {
  data: MachinesFeed;
  now: number;
  isTall: boolean;
}) {
  const { machines } = data;
  if (machines.length === 0) return <p className="board-empty">{t(text.machinesNone)}</p>;
  const [columns, most] = isTall ? [2, 7] : [4, 3];
  const room = columns * most;
  const sorted = machines.toSorted((a, b) => rank(a) - rank(b));
  const shown = machines.length > room ? sorted.slice(0, room - 1) : sorted;
  const tiles = Math.min(machines.length, room);
  const rows = Math.max(isTall ? 5 : 2, Math.ceil(tiles / columns));
  return (
    <>
      <ul className="board-counts">
        {ORDER.map((state) => ({
          state,
          n: machines.filter((one) => stateKey(one.status) === state).length,
        }))
          .filter(({ n }) => n > 0)
          .map(({ state, n }) => (
            <li key={state}>
              <StateSign state={state} /> {stateWord(state)} <b className="num">{n}</b>
            </li>
          ))}
      </ul>
      <ul className="board-tiles" style={{ gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` }}>
        {shown.map((machine) => (
          <Tile key={machine.number} machine={machine} now={now} />
        ))}
        {shown.length < machines.length && (
          <li className="board-tile is-more">
            {say(text.more, { n: machines.length - shown.length })}
          </li>
        )}
      </ul>
    </>
  );
}

function Tile({ machine, now }: { machine: MachineTile; now: number }) {
  const state = stateKey(machine.status);
  return (
    <li className={`board-tile is-${state}`}>
      <span className="board-tile-name">{machine.name}</span>
      <span className="board-tile-state">
        <StateSign state={state} /> <b>{stateWord(state)}</b>
      </span>
      <span className="board-tile-since num">{lasting(machine.since, now)}</span>
    </li>
  );
}

function rank(machine: MachineTile): number {
  return ORDER.indexOf(stateKey(machine.status));
}
