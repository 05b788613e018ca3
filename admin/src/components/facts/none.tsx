/** Instead of a value that does not exist. The cards of a table leave out such facts. */
export function None() {
  return (
    <span data-none="" className="text-muted">
      –
    </span>
  );
}
