export function Page() {
  return <main>composer</main>;
}
