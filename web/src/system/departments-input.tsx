import { textOf } from '@millwright/contract/kernel/text';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormValues } from '../entity/form-values.ts';
import { say, t } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import type { Option } from '../kinds/option-search.ts';
import { PickInput } from '../kinds/pick.tsx';
import { withOthers } from '../kinds/ref-list.tsx';
import { markText } from '../locales/marks.ts';
import { userText as text } from '../locales/people.ts';
import { userCalls } from './user-calls.ts';

/** Business departments of the home site alone; another home site takes away what does not lie in it, and says so. */
export function DepartmentsInput(props: InputProps) {
  const { id, value, shown, onChange, disabled, invalid, describedBy } = props;
  const home = textOf(useFormValues()['homeSite'] ?? '');
  const { data: offered } = useQuery({
    queryKey: ['homeDepartments', home],
    queryFn: () => userCalls.departments(home),
    enabled: home !== '',
  });
  const ids = Array.isArray(value) ? value.map(String) : [];
  const [known, setKnown] = useState(() => namedBefore(ids, shown));
  const [judgedFor, setJudgedFor] = useState(home);
  const [gone, setGone] = useState<readonly Option[]>([]);
  const judge = useEffectEvent((allowed: readonly Option[]) => {
    setKnown((old) => new Map([...old, ...allowed.map((one) => [one.id, one] as const)]));
    if (home === judgedFor) return;
    const lost = ids.filter((one) => !allowed.some((option) => option.id === one));
    setJudgedFor(home);
    setGone(lost.map((one) => known.get(one) ?? { id: one, label: one }));
    if (lost.length > 0) onChange(ids.filter((one) => !lost.includes(one)));
  });
  useEffect(() => {
    if (offered) judge(offered);
  }, [offered, home]);
  return (
    <>
      <PickInput
        id={id}
        several
        options={withOthers(
          { options: offered ?? [], searched: false },
          ids.map((one) => known.get(one) ?? { id: one, label: one }),
        )}
        value={ids}
        onChange={onChange}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        more={{ notFoundContent: t(home === '' ? text.homeSiteFirst : text.noDepartments) }}
      />
      {gone.length > 0 && (
        <div className="form-help" role="status">
          {say(text.departmentsGone, {
            names: gone.map(({ label }) => label).join(t(markText.comma)),
          })}
        </div>
      )}
    </>
  );
}

function namedBefore(
  ids: readonly string[],
  shown: string | readonly string[] | undefined,
): ReadonlyMap<string, Option> {
  const names = Array.isArray(shown) ? (shown as readonly string[]) : [];
  return new Map(ids.map((id, index) => [id, { id, label: names[index] ?? id }]));
}
