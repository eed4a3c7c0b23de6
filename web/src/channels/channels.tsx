export function Page() {
  return <main>channels</main>;
}
