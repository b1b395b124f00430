import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { CopyButton } from './copy-button.tsx';
import './once-dialog.css';

/** Shows what is shown this once, such as a new secret; a click beside it does not close it. */
export function OnceDialog({
  title,
  note,
  done,
  width = 560,
  children,
  onClose,
}: {
  title: string;
  note: string;
  /** The word on the button that closes it. */
  done: string;
  width?: number;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      width={width}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <p className="dialog-question">{note}</p>
      {children}
    </Dialog>
  );
}

/** A value with a button that copies it, or `copied` where the clipboard gets more than is shown. */
export function OnceValue({
  value,
  copied = value,
  label,
}: {
  value: string;
  copied?: string;
  label: string;
}) {
  return (
    <div className="once">
      <output>{value}</output>
      <CopyButton text={copied} label={label} withWord />
    </div>
  );
}
