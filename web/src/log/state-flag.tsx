import { untoldWord } from '@millwright/contract/kinds/flag';
import { stateFlags } from '@millwright/contract/log/equipment-state';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import './state-flag.css';

/** One of the four flags of a device: 0 or 1 in its colour, framed when it is what changed; a dash when never told. */
export function stateFlag(flag: keyof typeof stateFlags) {
  return (row: EntityRow) => {
    const told = row[flag];
    const changed = Array.isArray(row['changedField']) && row['changedField'].includes(flag);
    return (
      <span
        className={`state-flag is-${flag}${told === true ? ' is-on' : ''}${changed ? ' is-changed' : ''}`}
        title={t(typeof told === 'boolean' ? stateFlags[flag] : untoldWord)}
      >
        {typeof told === 'boolean' ? Number(told) : '—'}
      </span>
    );
  };
}
