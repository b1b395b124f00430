import { OnceDialog, OnceValue } from '../controls/once-dialog.tsx';
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
    <OnceDialog
      title={say(text.tokenTitle, { name: made.name })}
      note={t(text.tokenNote)}
      done={t(text.close)}
      onClose={onClose}
    >
      <QrPicture value={full} label={t(text.scan)} />
      <OnceValue value={address} copied={full} label={t(text.copyAddress)} />
      <OnceValue value={made.token} label={t(text.copyToken)} />
    </OnceDialog>
  );
}
