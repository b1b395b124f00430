/** The wheel with its hot arc; drawn for dark ground. Size in px. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeWidth="1.7">
        <circle cx="12" cy="12" r="10.6" />
        <circle cx="12" cy="12" r="2.6" />
        <path d="M12 9.4V1.6M14.5 11.2l7.4-2.4M13.5 14.1l4.6 6.3M10.5 14.1l-4.6 6.3M9.5 11.2 2.1 8.8" />
      </g>
      <path d="M12 1.4A10.6 10.6 0 0 1 19.6 4.6" stroke="var(--heat)" strokeWidth="2.6" />
    </svg>
  );
}
