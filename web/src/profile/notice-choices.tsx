import type { NoticeChoice } from '@millwright/contract/system/notice-title';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Switch } from 'antd';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { profileText as text } from '../locales/profile.ts';

interface Choices {
  readonly list: readonly NoticeChoice[];
}

/** Which events one wants in one's bell. Each change acts at once. */
export function NoticeChoices() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get<Choices>(PATH),
  });
  if (!data || data.list.length === 0) return null;
  const choose = async (kind: string, wanted: boolean) => {
    const list = data.list.map((one) => (one.kind === kind ? { ...one, wanted } : one));
    queries.setQueryData<Choices>(KEY, { list });
    const unwanted = list.filter((one) => !one.wanted).map((one) => one.kind);
    await api.put(PATH, { unwanted }).catch(() => queries.invalidateQueries({ queryKey: KEY }));
  };
  return (
    <Form.Item label={t(text.notices)} help={t(text.noticesHelp)}>
      <ul className="profile-notices">
        {data.list.map(({ kind, title, wanted }) => (
          <li key={kind}>
            <label htmlFor={kind}>{title}</label>
            <Switch
              id={kind}
              size="small"
              checked={wanted}
              onChange={(next) => void choose(kind, next)}
            />
          </li>
        ))}
      </ul>
    </Form.Item>
  );
}

const PATH = '/api/index/notifications/settings';
const KEY = ['noticeChoices'];
