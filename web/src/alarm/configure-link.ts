/** Where a code that a machine raised is configured: the form filled for its kind and control. */
export function configureLink(encoding: string, device: string): string {
  const asked = new URLSearchParams({ tab: 'unconfigured', configure: encoding, device });
  return `/alarm/config?${asked}`;
}
