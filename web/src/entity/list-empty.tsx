import { Button } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';
import { nameOf } from './entity-words.ts';
import type { List } from './use-list.ts';
import './list-empty.css';

/** What stands in the place of rows: why there are none, and the next sensible step. */
export function ListEmpty({ list, onCreate }: { list: List; onCreate?: (() => void) | undefined }) {
  if (list.first && !list.error) return <Waiting />;
  const name = nameOf(list.entity);
  if (list.error) {
    const number =
      list.error instanceof Refusal && list.error.requestId ? ` (${list.error.requestId})` : '';
    return (
      <Sentence
        text={say(entityText.listFailed, { message: list.error.message + number })}
        button={t(entityText.retry)}
        onClick={list.refresh}
      />
    );
  }
  if (Object.keys(list.state.filters).length > 0) {
    return (
      <Sentence
        text={say(entityText.emptyFiltered, { name })}
        button={t(entityText.clearFilters)}
        onClick={() => list.filter({})}
      />
    );
  }
  return (
    <Sentence
      text={say(entityText.empty, { name })}
      button={say(entityText.createFirst, { name })}
      onClick={onCreate}
    />
  );
}

/** Rows to come, at the first visit. */
function Waiting() {
  return (
    <div className="list-waiting" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}

function Sentence({
  text,
  button,
  onClick,
}: {
  text: string;
  button: string;
  onClick: (() => void) | undefined;
}) {
  return (
    <div className="list-empty">
      <p>{text}</p>
      {onClick && <Button onClick={onClick}>{button}</Button>}
    </div>
  );
}
