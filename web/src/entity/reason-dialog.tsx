import { Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import './form-fields.css';

interface ReasonDialogProps {
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => Promise<void>;
}

/** Asks why something is changed before it is saved; what was typed in the form stays. */
export function ReasonDialog({ busy, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const send = () => {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') void onReason(given);
  };
  return (
    <Dialog
      open
      title={t(entityText.reasonTitle)}
      okText={t(entityText.save)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      onOk={send}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p className="dialog-question">{t(entityText.reasonWhy)}</p>
      <div
        className="form-field"
        onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && send()}
      >
        <label className="is-required" htmlFor="change-reason">
          {t(entityText.reason)}
        </label>
        <Input.TextArea
          id="change-reason"
          autoFocus
          rows={3}
          maxLength={500}
          value={reason}
          aria-describedby={missing ? 'change-reason-problem' : undefined}
          {...(missing ? { status: 'error' as const, 'aria-invalid': true } : {})}
          onChange={(event) => setReason(event.target.value)}
        />
        {missing && (
          <div className="form-problem" id="change-reason-problem" role="alert">
            {t(entityText.reasonMissing)}
          </div>
        )}
      </div>
    </Dialog>
  );
}
