import { Button, Skeleton } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { entityText } from '../locales/entity.ts';

/** In the place of figures that have not come: rows to come, or why they did not and another try. */
export function NotRead({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <Skeleton active />;
  const number = error instanceof Refusal && error.requestId ? ` (${error.requestId})` : '';
  return (
    <div className="eq-none" role="alert">
      <p>{say(entityText.listFailed, { message: error.message + number })}</p>
      <Button onClick={onRetry}>{t(entityText.retry)}</Button>
    </div>
  );
}
