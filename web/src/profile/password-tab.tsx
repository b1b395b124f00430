import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { api } from '../kernel/api.ts';
import { passwordProblems } from '../kernel/checks.ts';
import type { PasswordDraft } from '../kernel/checks.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { reloadRights } from '../kernel/session.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { showToast } from '../kernel/toast.ts';
import { profileText as text } from '../locales/profile.ts';

const EMPTY: PasswordDraft = { passwordOld: '', passwordNew: '', passwordRepeat: '' };

const FIELDS = [
  { name: 'passwordOld', label: text.oldPassword, fill: 'current-password' },
  { name: 'passwordNew', label: text.newPassword, fill: 'new-password' },
  { name: 'passwordRepeat', label: text.repeatPassword, fill: 'new-password' },
] as const;

/** Another password: old one, new one twice; the other devices are signed out unless unticked. */
export function PasswordTab() {
  const [draft, setDraft] = useState(EMPTY);
  const [judged, setJudged] = useState(false);
  const [others, setOthers] = useState(true);
  const mustChange = useStore(session, (state) => state.user?.mustChangePassword ?? false);
  const min = useStore(session, (state) => state.user?.sysConfig.passwordMinLength);
  // What the server alone can judge, such as the old password, by field; gone once the field is typed in.
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const problems = judged ? passwordProblems(draft, min) : {};
  const save = async () => {
    setJudged(true);
    if (Object.keys(passwordProblems(draft, min)).length > 0) return;
    const body = { ...draft, signOutOthers: others };
    try {
      await api.put('/api/user/info/password', body, {
        form: FIELDS.map(({ name }) => name),
      });
    } catch (error) {
      const errors = error instanceof Refusal ? error.errors : [];
      setRefused(Object.fromEntries(errors.map(({ field, message }) => [field, message])));
      return;
    }
    setDraft(EMPTY);
    setJudged(false);
    showToast('success', t(text.passwordChanged));
    if (mustChange) await reloadRights();
  };
  return (
    <Form layout="vertical" className="profile-form" requiredMark>
      {mustChange && (
        <p className="profile-must" role="alert">
          {t(text.mustChange)}
        </p>
      )}
      {FIELDS.map(({ name, label, fill }) => {
        const problem = problems[name];
        const wrong = problem ? say(problem.text, problem.args) : refused[name];
        return (
          <Form.Item
            key={name}
            label={t(label)}
            required
            htmlFor={name}
            validateStatus={wrong ? 'error' : ''}
            help={wrong}
          >
            <Input.Password
              id={name}
              autoComplete={fill}
              value={draft[name]}
              onChange={(event) => {
                setDraft({ ...draft, [name]: event.target.value });
                setRefused({ ...refused, [name]: '' });
              }}
            />
          </Form.Item>
        );
      })}
      <Form.Item>
        <Checkbox checked={others} onChange={(event) => setOthers(event.target.checked)}>
          {t(text.signOutOthers)}
        </Checkbox>
      </Form.Item>
      <ActionButton type="primary" htmlType="submit" onClick={() => save()}>
        {t(text.save)}
      </ActionButton>
    </Form>
  );
}
