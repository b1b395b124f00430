import { CloseOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { instructionText as text } from '../locales/instruction.ts';
import { InstructionSheet, instructionLine, instructionTitle } from './instruction-sheet.tsx';

const SIZES = [80, 100, 125, 150, 200, 250] as const;

/** A version over the whole screen, to be read at arm's length: larger and smaller, confirmed below. Esc closes it. */
export default function FullScreen({
  row,
  onClose,
  onConfirm,
}: {
  row: EntityRow;
  onClose: () => void;
  onConfirm: (() => Promise<void>) | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState(1);
  useEffect(() => dialog.current?.showModal(), []);
  const size = SIZES[at] ?? 100;
  return (
    <dialog
      ref={dialog}
      className="instruction-full"
      aria-labelledby="instruction-title"
      onClose={onClose}
    >
      <header>
        <div>
          <h2 id="instruction-title">{instructionTitle(row)}</h2>
          <small className="num">
            {String(row['code'])} · {instructionLine(row)}
          </small>
        </div>
        <Button
          icon={<MinusOutlined aria-hidden />}
          aria-label={t(text.smaller)}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        />
        <span className="num">{size} %</span>
        <Button
          icon={<PlusOutlined aria-hidden />}
          aria-label={t(text.larger)}
          disabled={at === SIZES.length - 1}
          onClick={() => setAt(at + 1)}
        />
        <Button
          icon={<CloseOutlined aria-hidden />}
          aria-label={t(text.close)}
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div className="instruction-body" tabIndex={0} style={{ fontSize: `${(size / 100) * 16}px` }}>
        <InstructionSheet row={row} />
      </div>
      {onConfirm && (
        <footer>
          <ActionButton type="primary" size="large" onClick={onConfirm}>
            {t(text.confirm)}
          </ActionButton>
        </footer>
      )}
    </dialog>
  );
}
