import { Segmented } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../controls/dialog.tsx';
import { LaterQrPicture } from '../controls/qr-later.ts';
import { say, t } from '../kernel/language.tsx';
import { baseText as text } from '../locales/base.ts';

/** What stands on one plate: the payload of its code, the code in large, the lines below it. */
export interface Plate {
  readonly payload: string;
  readonly code: string;
  readonly lines: readonly string[];
}

interface PlateDialogProps {
  readonly plates: readonly Plate[];
  readonly onClose: () => void;
}

const SIZES = { small: '60×40', large: '100×70' } as const;
type Size = keyof typeof SIZES;

/** Plates to look at and to print from the browser, each on a page of its own size. */
export function PlateDialog({ plates, onClose }: PlateDialogProps) {
  const [size, setSize] = useState<Size>('small');
  const options = (Object.keys(SIZES) as Size[]).map((value) => ({
    value,
    label: `${SIZES[value]} mm`,
  }));
  const faces = plates.map((plate) => <PlateFace key={plate.payload} plate={plate} size={size} />);
  return (
    <Dialog
      open
      width={620}
      title={t(text.plateTitle)}
      okText={t(text.print)}
      onOk={() => print()}
      onCancel={onClose}
    >
      <div className="plate-choice">
        <span id="plate-size">{t(text.plateSize)}</span>
        <Segmented aria-labelledby="plate-size" options={options} value={size} onChange={setSize} />
        <small>{say(text.plateCount, { n: plates.length })}</small>
      </div>
      <div className="plate-preview" tabIndex={0} role="group" aria-label={t(text.plate)}>
        {faces}
      </div>
      <p className="form-help">{say(text.plateHint, { size: SIZES[size] })}</p>
      {createPortal(
        <div className="plate-paper" aria-hidden="true">
          {faces}
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

/** A plate in true size. */
export function PlateFace({ plate, size }: { plate: Plate; size: Size }) {
  return (
    <article className={`plate is-${size}`}>
      <LaterQrPicture value={plate.payload} label={plate.payload} />
      <div className="plate-words">
        <strong>{plate.code}</strong>
        {plate.lines.filter(Boolean).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </article>
  );
}
