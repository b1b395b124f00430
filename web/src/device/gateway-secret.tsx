import { Button, Modal } from 'antd';
import { CopyButton } from '../controls/copy-button.tsx';
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
    <Modal
      open
      width={560}
      title={say(text.secretTitle, { name: made.name })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t(text.close)}
        </Button>
      }
    >
      <p className="dialog-question">{t(text.secretOnce)}</p>
      {(['clientId', 'secret'] as const).map((name) => (
        <div key={name} className="gateway-secret">
          <span className="dialog-label">{t(text[name])}</span>
          <div className="once">
            <output>{made[name]}</output>
            <CopyButton text={made[name]} label={t(controlText.copy)} withWord />
          </div>
        </div>
      ))}
    </Modal>
  );
}
