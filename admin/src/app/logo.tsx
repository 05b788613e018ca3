export function Logo() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4.5">
      <rect width="16" height="16" rx="4" fill="var(--color-accent)" />
      <path
        d="M4 4.5h8M4 8h5M4 11.5h7"
        stroke="var(--color-accent-ink)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
