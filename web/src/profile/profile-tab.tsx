import { mobileNumber } from '@millwright/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useEffect, useRef } from 'react';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { session } from '../kernel/session-store.ts';
import { showToast } from '../kernel/toast.ts';
import { profileText as text } from '../locales/profile.ts';
import type { Profile } from './profile-types.ts';

interface Draft {
  realName: string;
  nickname?: string;
  phone?: string;
  email?: string;
  gender?: string;
  password?: string;
}

/** One's own data; another mobile number or email asks for the current password. */
export function ProfileTab({ profile }: { profile: Profile | undefined }) {
  const [form] = Form.useForm<Draft>();
  const queries = useQueryClient();
  const phone = Form.useWatch('phone', form);
  const email = Form.useWatch('email', form);
  const guarded =
    profile !== undefined && (differs(phone, profile.phone) || differs(email, profile.email));
  const known = useRef<Partial<Draft>>({});
  useEffect(() => {
    if (!profile) return;
    // Data come again after they were saved and when the page comes back to the front; what was typed since stays.
    const draft = draftOf(profile);
    form.setFieldsValue(untouched(draft, known.current, form.getFieldsValue()));
    known.current = draft;
  }, [form, profile]);
  const save = async () => {
    const draft = await form.validateFields();
    try {
      const body = { ...draft, revision: profile?.revision };
      await api.put('/api/user/info', body, { form: Object.keys(draft) });
    } catch (error) {
      if (error instanceof Refusal)
        form.setFields(
          error.errors.map((one) => ({ name: one.field as keyof Draft, errors: [one.message] })),
        );
      return;
    }
    known.current = draft;
    showToast('success', t(text.saved));
    session.set((old) => ({ ...old, user: old.user && { ...old.user, realName: draft.realName } }));
    form.resetFields(['password']);
    await queries.invalidateQueries({ queryKey: ['profile'] });
  };
  return (
    <Form
      form={form}
      layout="vertical"
      className="profile-form"
      requiredMark
      disabled={profile === undefined}
    >
      <Form.Item
        name="realName"
        label={t(text.realName)}
        rules={[
          {
            required: true,
            whitespace: true,
            message: say(text.required, { label: text.realName }),
          },
        ]}
      >
        <Input maxLength={30} autoComplete="name" />
      </Form.Item>
      <Form.Item name="nickname" label={t(text.nickname)}>
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t(text.phone)}
        rules={[
          {
            validator: (_rule, value?: string) =>
              value && !mobileNumber.test(value) && value !== profile?.phone
                ? Promise.reject(new Error(t(text.phoneWrong)))
                : Promise.resolve(),
          },
        ]}
      >
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t(text.email)}
        rules={[{ type: 'email', message: t(text.emailWrong) }]}
      >
        <Input maxLength={100} autoComplete="email" />
      </Form.Item>
      <Form.Item name="gender" label={t(text.gender)}>
        <Radio.Group
          options={[
            { value: 'male', label: t(text.male) },
            { value: 'female', label: t(text.female) },
          ]}
        />
      </Form.Item>
      {guarded && (
        <Form.Item
          name="password"
          label={t(text.currentPassword)}
          extra={t(text.currentPasswordHelp)}
          rules={[{ required: true, message: say(text.required, { label: text.currentPassword }) }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
      <ActionButton type="primary" onClick={() => save()}>
        {t(text.save)}
      </ActionButton>
    </Form>
  );
}

function draftOf({ realName, nickname, phone, email, gender }: Profile): Draft {
  return {
    realName: realName ?? '',
    nickname: nickname ?? '',
    phone: phone ?? '',
    email: email ?? '',
    ...(gender ? { gender } : {}),
  };
}

/** What of a draft stands in fields that hold what was known before. */
function untouched(draft: Draft, known: Partial<Draft>, typed: Partial<Draft>): Partial<Draft> {
  const names = Object.keys(draft) as (keyof Draft)[];
  const kept = names.filter((name) => (typed[name] ?? '') === (known[name] ?? ''));
  return Object.fromEntries(kept.map((name) => [name, draft[name]]));
}

function differs(typed: string | undefined, stored: string | null | undefined): boolean {
  return typed !== undefined && typed !== (stored ?? '');
}
