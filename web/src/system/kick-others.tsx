import { Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t, titled } from '../kernel/language.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { sessionText as text } from '../locales/people.ts';
import { useKick } from './user-sessions.tsx';

/** Ends every session but one's own, after the name of the site has been typed. */
export function KickOthers({ total }: { total: number }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { busy, run } = useWork();
  const kick = useKick();
  const depart = useStore(session, (state) => state.user?.sysDepart);
  const site = titled(depart?.departName, depart?.departNameEn);
  const close = () => {
    setOpen(false);
    setTyped('');
  };
  const send = () =>
    run(async () => {
      if (typed.trim() !== site) return;
      await kick({ others: true });
      close();
    });
  return (
    <Allowed tags={['system:session:kick']}>
      <ActionButton danger disabled={total < 2} onClick={() => setOpen(true)}>
        {t(text.kickOthers)}
      </ActionButton>
      <Dialog
        open={open}
        width={440}
        title={t(text.kickOthers)}
        okText={t(text.kick)}
        cancelText={t(entityText.cancel)}
        confirmLoading={busy}
        okButtonProps={{ danger: true, disabled: typed.trim() !== site }}
        onOk={() => void send()}
        onCancel={close}
      >
        <p className="dialog-question">{say(text.kickOthersAsk, { n: Math.max(0, total - 1) })}</p>
        <label className="dialog-label" htmlFor="kick-site">
          {say(text.typeSite, { site })}
        </label>
        <Input
          id="kick-site"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => void send()}
        />
      </Dialog>
    </Allowed>
  );
}
