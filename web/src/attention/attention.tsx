export function Page() {
  return <main>attention</main>;
}
