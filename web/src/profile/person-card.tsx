import { fileEndings } from '@millwright/contract/kernel/file-endings';
import { useRef, useState } from 'react';
import { Avatar } from '../controls/avatar.tsx';
import { api } from '../kernel/api.ts';
import { instantText } from '../kernel/dates-plain.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { showToast } from '../kernel/toast.ts';
import { uploadImage } from '../kernel/upload.ts';
import { uploadProblem } from '../kinds/upload-file.ts';
import { markText } from '../locales/marks.ts';
import { profileText as text } from '../locales/profile.ts';
import type { Profile } from './profile-types.ts';

const CropDialog = later(() => import('../controls/crop-dialog.tsx'));

/** Picture, name, account, site, roles, last sign-in. */
export function PersonCard({ profile }: { profile: Profile | undefined }) {
  const user = useStore(session, (state) => state.user);
  const name = profile?.realName ?? user?.realName ?? '';
  const zone = user?.sysConfig.timeZone;
  const last =
    profile?.lastLogin ??
    (profile?.lastLoginAt ? { time: profile.lastLoginAt, ip: profile.lastLoginIp ?? '' } : null);
  return (
    <aside className="card person">
      <AvatarButton name={name} />
      <h2>{name}</h2>
      <dl>
        <dt>{t(text.username)}</dt>
        <dd>{profile?.username ?? user?.username}</dd>
        <dt>{t(text.site)}</dt>
        <dd>{titled(user?.sysDepart?.departName, user?.sysDepart?.departNameEn) || '—'}</dd>
        <dt>{t(text.roles)}</dt>
        <dd>
          {(profile?.roles ?? [])
            .map((role) =>
              typeof role === 'string' ? role : titled(role.roleName, role.roleNameEn),
            )
            .join(t(markText.comma)) || '—'}
        </dd>
        <dt>{t(text.lastLogin)}</dt>
        <dd className="num">{last ? `${instantText(last.time, zone)} ${last.ip}` : '—'}</dd>
      </dl>
    </aside>
  );
}

function AvatarButton({ name }: { name: string }) {
  const avatar = useStore(session, (state) => state.user?.avatar);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const pick = (chosen: File | undefined) => {
    const wrong = chosen && uploadProblem(chosen, 'image');
    if (wrong) showToast('error', say(...wrong));
    else if (chosen) setFile(chosen);
  };
  return (
    <>
      <button
        type="button"
        className="person-avatar"
        title={t(text.changeAvatar)}
        aria-label={t(text.changeAvatar)}
        onClick={() => input.current?.click()}
      >
        <Avatar name={name} address={avatar} size={88} />
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept={fileEndings.image.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => {
          pick(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {file && <CropDialog file={file} take={makeOwn} onClose={() => setFile(null)} />}
    </>
  );
}

/** Uploads a picture and makes it one's own. */
async function makeOwn(picture: File): Promise<void> {
  const address = await uploadImage(picture);
  const answer = await api.post<{ avatar?: string | null } | null>('/api/user/info/avatar', {
    avatar: address,
  });
  const avatar = answer?.avatar ?? address;
  session.set((old) => ({ ...old, user: old.user && { ...old.user, avatar } }));
}
