import { create } from 'qrcode';
import './qr-picture.css';

/** A QR code as an inline drawing, 120 px wide, with the words below it. */
export function QrPicture({ value, label }: { value: string; label: string }) {
  const { modules } = create(value, { errorCorrectionLevel: 'M' });
  const size = modules.size;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return (
    <figure className="qr">
      <svg
        viewBox={`-2 -2 ${size + 4} ${size + 4}`}
        width="120"
        height="120"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" />
        <path d={path} fill="#14212e" />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
