import type { DemoWheel } from './product-data.ts';

/** Spokes and paint of a wheel: how many pairs or single ones, how wide at hub and rim, light and dark of the metal. */
interface Look {
  readonly spokes: number;
  readonly split: boolean;
  readonly hub: number;
  readonly rim: number;
  readonly metal: readonly [light: string, mid: string, dark: string];
}

const SILVER = ['#f4f6f8', '#b9c2ca', '#7c8893'] as const;
const GRAPHITE = ['#9aa4ae', '#56616c', '#2b333b'] as const;
const BLACK = ['#6d767f', '#30373e', '#14191e'] as const;
const BRONZE = ['#e9d3ae', '#ab8a5c', '#64492a'] as const;

const LOOKS: Readonly<Record<string, Look>> = {
  W1890A: { spokes: 5, split: true, hub: 22, rim: 15, metal: SILVER },
  W1985V: { spokes: 10, split: false, hub: 17, rim: 12, metal: GRAPHITE },
  W2090A: { spokes: 7, split: true, hub: 16, rim: 10, metal: SILVER },
  W1885R: { spokes: 6, split: false, hub: 34, rim: 22, metal: BRONZE },
  W1775V: { spokes: 5, split: false, hub: 44, rim: 32, metal: SILVER },
  W2195R: { spokes: 9, split: true, hub: 13, rim: 8, metal: BLACK },
  W2095V: { spokes: 12, split: false, hub: 15, rim: 10, metal: GRAPHITE },
  W1995R: { spokes: 8, split: false, hub: 26, rim: 15, metal: BLACK },
  W1880A: { spokes: 6, split: true, hub: 18, rim: 12, metal: SILVER },
};
const PLAIN: Look = { spokes: 10, split: false, hub: 18, rim: 12, metal: SILVER };

/** A wheel seen from the front, drawn as a vector picture of 480 × 480 that the loader turns into pixels. */
export function wheelPicture({ code, bolts }: Pick<DemoWheel, 'code' | 'bolts'>): string {
  const look = LOOKS[code] ?? PLAIN;
  const isTruck = code.startsWith('T');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="-240 -240 480 480">
    ${gradients(isTruck ? SILVER : look.metal)}
    <circle r="234" fill="url(#lip)"/><circle r="222" fill="url(#face)"/>
    <circle r="210" fill="${isTruck ? 'url(#disc)' : 'url(#barrel)'}"/>
    ${isTruck ? truckDisc(bolts[0]) : spokedDisc(look, bolts[0])}
    <circle r="228" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>
  </svg>`;
}

function gradients([light, mid, dark]: Look['metal']): string {
  const linear = (id: string, [from, to]: readonly [string, string], slope: string) =>
    `<linearGradient id="${id}" ${slope}><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  const radial = (id: string, stops: readonly (readonly [number, string])[]) =>
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="232">${stops
      .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
      .join('')}</radialGradient>`;
  const falling = 'x1="0" y1="0" x2="1" y2="1"';
  return `<defs>
    ${linear('lip', ['#ffffff', '#76828d'], falling)}
    ${linear('face', [light, dark], falling)}
    ${linear('hub', [light, mid], falling)}
    ${linear('spoke', [light, mid], 'gradientUnits="userSpaceOnUse" x1="-26" y1="0" x2="26" y2="0"')}
    ${radial('barrel', [
      [0, '#11171d'],
      [0.72, '#1b232b'],
      [0.9, '#3b4650'],
      [1, '#5a6671'],
    ])}
    ${radial('disc', [
      [0.3, mid],
      [0.55, light],
      [0.8, mid],
      [1, dark],
    ])}
  </defs>`;
}

/** Spokes turned about the middle, each with a bright and a dark edge, then hub, bolt holes and centre bore. */
function spokedDisc(look: Look, bolts: number): string {
  const half = 180 / look.spokes / 3.2;
  const angles = around(look.spokes).flatMap((angle) =>
    look.split ? [angle - half, angle + half] : [angle],
  );
  const spokes = angles.map((angle) => spoke(look, angle)).join('');
  return `${spokes}<circle r="218" fill="none" stroke="url(#face)" stroke-width="14"/>
    <circle r="84" fill="url(#hub)" stroke="${look.metal[2]}" stroke-width="2"/>
    ${holes(bolts, 52, 9)}<circle r="27" fill="#10161c" stroke="${look.metal[2]}" stroke-width="5"/>`;
}

function spoke({ hub, rim, metal }: Look, angle: number): string {
  const body = `M${-hub} -60 C${-hub} -120 ${-rim} -150 ${-rim} -214 L${rim} -214 C${rim} -150 ${hub} -120 ${hub} -60z`;
  return `<g transform="rotate(${angle.toFixed(2)})"><path d="${body}" fill="url(#spoke)" stroke="${metal[2]}" stroke-width="2"/>
    <path d="M${-hub + 3} -70 C${-hub + 3} -122 ${-rim + 3} -150 ${-rim + 3} -210" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2"/></g>`;
}

/** The closed disc of a truck wheel: round windows outside, many bolts on a wide circle, a large bore. */
function truckDisc(bolts: number): string {
  const windows = around(10)
    .map(
      (angle) =>
        `<ellipse transform="rotate(${angle + 18}) translate(0 -166)" rx="22" ry="26" fill="#1b232b" stroke="#6b7680" stroke-width="4"/>`,
    )
    .join('');
  return `${windows}<circle r="132" fill="none" stroke="#7c8893" stroke-width="3"/>${holes(bolts, 112, 10)}
    <circle r="88" fill="#161d24" stroke="#5d6872" stroke-width="6"/>`;
}

function holes(count: number, radius: number, size: number): string {
  return around(count)
    .map(
      (angle) =>
        `<circle transform="rotate(${angle}) translate(0 ${-radius})" r="${size}" fill="#1a2128" stroke="#4e5a65" stroke-width="2.5"/>`,
    )
    .join('');
}

function around(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * 360) / count);
}
