/** What a form or dialog asks for first and takes the focus: its first open field; never the "select all" of a list. */
export function firstFieldOf(form: Element | null | undefined): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>(
    ':is(input, textarea, [tabindex="0"]):not([disabled], [type="file"], .ant-transfer-list-header *)',
  );
}
