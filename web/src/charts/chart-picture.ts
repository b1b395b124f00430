import { domToCanvas } from 'modern-screenshot';
import { fileName, saveBlob } from '../kernel/download.ts';
import { type ChartData, nameOf } from './chart-data.ts';

/** Saves a chart as PNG in the colours of the theme, its name, what is counted and the time that it covers above it. */
export async function savePicture(chart: HTMLElement, data: ChartData): Promise<void> {
  const drawn = await domToCanvas(chart, { scale: SCALE, font: false, filter: isDrawn });
  const picture = underHeading(drawn, data, getComputedStyle(chart));
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser could not draw the picture');
  saveBlob(blob, fileName(nameOf(data), 'png', new Date()));
}

/** Buttons that only unfold more of a chart have nothing to say in a picture. */
function isDrawn(node: Node): boolean {
  return !(node instanceof HTMLElement && node.classList.contains('ant-btn'));
}

/** Pixels of the picture for one of the page. */
const SCALE = 2;
const PADDING = 16 * SCALE;
const LINE = 22 * SCALE;

function underHeading(
  drawn: HTMLCanvasElement,
  data: ChartData,
  style: CSSStyleDeclaration,
): HTMLCanvasElement {
  const below = [data.note, data.period].filter(Boolean).join(' · ');
  const lines = [
    { words: nameOf(data), font: `600 ${16 * SCALE}px ${style.fontFamily}`, color: '--ink' },
    { words: below, font: `400 ${12 * SCALE}px ${style.fontFamily}`, color: '--ink-3' },
  ].filter(({ words }) => words !== '');
  const picture = document.createElement('canvas');
  const brush = picture.getContext('2d');
  if (!brush) throw new Error('The browser could not draw the picture');
  const widths = lines.map(({ words, font }) => {
    brush.font = font;
    return Math.ceil(brush.measureText(words).width);
  });
  // A new size empties a canvas and forgets its font.
  picture.width = Math.max(drawn.width, ...widths) + 2 * PADDING;
  picture.height = drawn.height + lines.length * LINE + PADDING * 2.5;
  brush.fillStyle = style.getPropertyValue('--surface');
  brush.fillRect(0, 0, picture.width, picture.height);
  brush.textBaseline = 'top';
  for (const [index, { words, font, color }] of lines.entries()) {
    brush.font = font;
    brush.fillStyle = style.getPropertyValue(color);
    brush.fillText(words, PADDING, PADDING + index * LINE);
  }
  brush.drawImage(drawn, PADDING, PADDING * 1.5 + lines.length * LINE);
  return picture;
}
