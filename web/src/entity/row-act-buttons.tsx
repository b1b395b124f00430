import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { ActionIcon } from './action-icon.tsx';
import type { RowAct } from './row-acts.ts';
import './row-act-buttons.css';

interface RowActsProps {
  readonly acts: readonly RowAct[];
  readonly onAct: (name: string) => Promise<unknown>;
}

/** In a drawer: two buttons with words, the others behind "more". */
export function RowActButtons({ acts, onAct }: RowActsProps) {
  if (acts.length === 0) return null;
  return (
    <span className="act-buttons">
      {acts.slice(0, 2).map((act) => (
        <ActionButton
          key={act.name}
          danger={act.danger}
          icon={<ActionIcon name={act.icon} />}
          onClick={() => onAct(act.name)}
        >
          {act.label}
        </ActionButton>
      ))}
      {acts.length > 2 && <MoreActs acts={acts.slice(2)} onAct={onAct} />}
    </span>
  );
}

/** At the end of a row: at most two icons and "more", seen while the pointer or the focus is in the row. */
export function RowActIcons({ acts, onAct }: RowActsProps) {
  const shown = acts.length <= 3 ? acts : acts.slice(0, 2);
  const rest = acts.slice(shown.length);
  return (
    <span
      className="act-icons"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {shown.map((act) => (
        <ActionButton
          key={act.name}
          type="link"
          size="small"
          danger={act.danger}
          icon={<ActionIcon name={act.icon} />}
          aria-label={act.label}
          title={act.label}
          onClick={() => onAct(act.name)}
        />
      ))}
      {rest.length > 0 && <MoreActs acts={rest} onAct={onAct} small />}
    </span>
  );
}

function MoreActs({ acts, onAct, small }: RowActsProps & { small?: boolean }) {
  const items = acts.map((act) => ({
    key: act.name,
    label: act.label,
    icon: <ActionIcon name={act.icon} />,
    danger: act.danger,
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void onAct(key) }}>
      <Button
        {...(small ? { type: 'link' as const, size: 'small' as const } : {})}
        icon={<MoreOutlined rotate={90} aria-hidden />}
        aria-label={t(entityText.more)}
        title={t(entityText.more)}
      />
    </Dropdown>
  );
}
