import { Button, ColorPicker } from 'antd';
import { useState } from 'react';
import { useFocusBack } from '../kernel/focus-back.ts';
import { t } from '../kernel/language.tsx';
import type { InputProps } from '../kinds/kind-view.ts';
import { baseText as text } from '../locales/base.ts';

/** A colour that somebody chose, as a square; an empty one where none is chosen. */
export function Swatch({ colour }: { colour: unknown }) {
  const chosen = typeof colour === 'string' && colour !== '';
  return (
    <span
      className={chosen ? 'swatch' : 'swatch is-none'}
      aria-hidden="true"
      {...(chosen ? { style: { background: colour } } : {})}
    />
  );
}

/** A chosen colour as a fact: the square with its digits. */
export function ColourFact({ colour }: { colour: unknown }) {
  if (typeof colour !== 'string' || colour === '') return '—';
  return (
    <span className="state-word">
      <Swatch colour={colour} />
      <span>{colour}</span>
    </span>
  );
}

/** A colour is picked, with its digits beside it; it may be taken away again. */
export function ColourInput({ value, onChange, disabled }: InputProps) {
  const [open, setOpen] = useState(false);
  useFocusBack(open);
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  return (
    <div className="colour-input">
      <ColorPicker
        value={chosen}
        disabled={disabled ?? false}
        disabledAlpha
        format="hex"
        onOpenChange={setOpen}
        showText={() => chosen ?? t(text.noColour)}
        onChangeComplete={(next) => onChange(next.toHexString().slice(0, 7).toUpperCase())}
        presets={[{ label: t(text.colour), colors: PRESETS }]}
      />
      {chosen && (
        <Button type="text" disabled={disabled ?? false} onClick={() => onChange(null)}>
          {t(text.noColour)}
        </Button>
      )}
    </div>
  );
}

/** Colours that stay apart from one another and from the verdicts. */
const PRESETS = [
  '#1F5FBF',
  '#4A90D9',
  '#2E7D6B',
  '#228970',
  '#6D245A',
  '#6A5028',
  '#B7791F',
  '#7A8699',
];
