import { OnceDialog, OnceValue } from '../controls/once-dialog.tsx';
import { say, t } from '../kernel/language.tsx';
import { controlText } from '../locales/controls.ts';
import { gatewayText as text } from '../locales/gateway.ts';
import '../system/system.css';

/** A new secret, this once, with the client id that belongs to it. */
export interface NewSecret {
  readonly name: string;
  readonly clientId: string;
  readonly secret: string;
}

/** Shows client id and secret to copy. */
export function GatewaySecret({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  return (
    <OnceDialog
      title={say(text.secretTitle, { name: made.name })}
      note={t(text.secretOnce)}
      done={t(text.close)}
      onClose={onClose}
    >
      {(['clientId', 'secret'] as const).map((name) => (
        <div key={name} className="gateway-secret">
          <span className="dialog-label">{t(text[name])}</span>
          <OnceValue value={made[name]} label={t(controlText.copy)} />
        </div>
      ))}
    </OnceDialog>
  );
}
