import { Logo } from '../controls/logo.tsx';
import { locale, t } from '../kernel/language.tsx';
import { kernelText } from '../locales/kernel.ts';
import { signInText as text } from '../locales/sign-in.ts';

/** The left panel: the forged wheel as a technical drawing, the banner, the way of the metal. */
export function WheelPanel() {
  return (
    <aside className="login-panel">
      <WheelDrawing />
      <div className="login-brand">
        <Logo size={28} />
        <b>{t(kernelText.productName)}</b>
        <span>{locale === 'zh_CN' ? kernelText.productName.en : kernelText.productName.zh}</span>
      </div>
      <div className="login-words">
        <Banner />
        <p>{t(text.line1)}</p>
        <p>{t(text.line2)}</p>
        <p>{t(text.line3)}</p>
      </div>
      <ol className="login-steps">
        {text.steps.map((step) => (
          <li key={step.en} className={step.en === 'Forging' ? 'hot' : undefined}>
            {t(step)}
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** One text that may break at its own place only. */
function Banner() {
  const words = t(text.banner);
  const at = Number(t(text.bannerBreak));
  return (
    <p className="login-banner">
      {words.slice(0, at)}
      {at > 0 && <wbr />}
      {words.slice(at)}
    </p>
  );
}

/** Angles in degrees from 12 o'clock, clockwise; the drawing's own units are px of the picture. */
const SPOKES = Array.from({ length: 10 }, (_, index) => index * 36);
const BOLTS = Array.from({ length: 5 }, (_, index) => index * 72);

function WheelDrawing() {
  return (
    <svg className="login-wheel" viewBox="-330 -330 660 660" fill="none" aria-hidden="true">
      <defs>
        <linearGradient
          id="hot"
          gradientUnits="userSpaceOnUse"
          x1="-262"
          y1="-146"
          x2="20"
          y2="-299"
        >
          <stop offset="0" className="hot-end" />
          <stop offset="0.35" className="hot-middle" />
          <stop offset="1" className="hot-start" />
        </linearGradient>
      </defs>
      <g className="centre-line">
        <path d="M-330 0H330M0-330V308" />
      </g>
      <circle r="300" className="strong" />
      <circle r="288" />
      <circle r="262" className="middle" />
      <circle r="252" className="faint" />
      {SPOKES.map((angle, index) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path d="M-18-250Q-14.5-150-14-73M18-250Q14.5-150 14-73" className="middle" />
          {index % 2 === 1 && <path d="M-9-240-7-86M9-240 7-86" className="faint" />}
        </g>
      ))}
      <circle r="74" className="middle" />
      <circle r="54" className="bolt-circle" />
      {BOLTS.map((angle) => (
        <circle key={angle} cy="-54" r="7.5" transform={`rotate(${angle})`} className="middle" />
      ))}
      <circle r="34" className="strong" />
      <circle r="30" className="faint" />
      <path
        d="M-262.4-145.4A300 300 0 0 1 32-298.3"
        stroke="url(#hot)"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  );
}
