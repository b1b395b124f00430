import { Segmented } from 'antd';
import { t } from '../kernel/language.tsx';
import { alarmText as text } from '../locales/alarm.ts';

export type AlarmView = 'configs' | 'unconfigured' | 'analysis';

/** The three views of the page side by side; what waits to be configured says how much it is. */
export function ViewSwitch({
  view,
  open,
  onChange,
}: {
  view: AlarmView;
  open: number | undefined;
  onChange: (view: AlarmView) => void;
}) {
  const options = (['configs', 'unconfigured', 'analysis'] as const).map((value) => ({
    value,
    label:
      value === 'unconfigured' && open ? (
        <>
          {t(text[value])} <span className="num alarm-open">{open}</span>
        </>
      ) : (
        t(text[value])
      ),
  }));
  return (
    <Segmented
      className="alarm-views"
      aria-label={t(text.views)}
      options={options}
      value={view}
      onChange={onChange}
    />
  );
}
