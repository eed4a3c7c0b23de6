/** The bell of Belfry: bronze clapper, body in the colour of the theme. */
export function Bell({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        fill="var(--verdigris)"
        d="M16 3a2 2 0 0 0-2 2v1.2C9.9 7.1 7.5 10.600 7.5 14.5V20L5 24v1.5h22V24l-2.5-4v-5.5c0-3.9-2.400-7.400-6.5-8.300V5a2 2 0 0 0-2-2Z"
      />
      <path fill="var(--bronze)" d="M13 27h6a3 3 0 0 1-6 0Z" />
    </svg>
  );
}
