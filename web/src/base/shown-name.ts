/** A name behind a reference as it is answered, code first, in its two parts: `NB-MC-01 L04一序车床1`. */
export function nameOfShown(shown: string): { number: string; name: string } {
  const at = shown.indexOf(' ');
  return at < 0
    ? { number: shown, name: shown }
    : { number: shown.slice(0, at), name: shown.slice(at + 1) };
}
