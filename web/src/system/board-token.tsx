import { Button, Modal } from 'antd';
import { CopyButton } from '../controls/copy-button.tsx';
import { QrPicture } from '../controls/qr-picture.tsx';
import { say, t } from '../kernel/language.tsx';
import { kanbanText as text } from '../locales/board.ts';

/** A new token, this once, with the board that it belongs to. */
export interface NewToken {
  readonly name: string;
  readonly code: string;
  readonly token: string;
}

/** Shows the address of the screen with its token behind `#`, to scan, to copy or to type. */
export function BoardToken({ made, onClose }: { made: NewToken; onClose: () => void }) {
  const address = `${location.origin}/board/${encodeURIComponent(made.code)}`;
  const full = `${address}#token=${made.token}`;
  return (
    <Modal
      open
      width={560}
      title={say(text.tokenTitle, { name: made.name })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(text.close)}
        </Button>
      }
    >
      <p className="dialog-question">{t(text.tokenNote)}</p>
      <QrPicture value={full} label={t(text.scan)} />
      <div className="once">
        <output>{address}</output>
        <CopyButton text={full} label={t(text.copyAddress)} withWord />
      </div>
      <div className="once">
        <output>{made.token}</output>
        <CopyButton text={made.token} label={t(text.copyToken)} withWord />
      </div>
    </Modal>
  );
}
