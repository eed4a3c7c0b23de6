export function Page() {
  return <main>drafts</main>;
}
